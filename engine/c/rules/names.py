"""Names of a rule file as C identifiers."""

from __future__ import annotations

import re

from engine.interpreter.moves import PASS
from engine.targets.escape import comment
from spec.ir import nodes as ir

_KEYWORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int long register
restrict return short signed sizeof static struct switch typedef union unsigned void volatile while bool true false
asm typeof near far errno
"""
_RUN_TIME = """
a above_round above_zero add alike all_of any_card arguments_of_moves asked_of at at_most_one bag_add bag_begin
bag_end bag_mix bag_open bag_pass bag_shrink bag_sort begin begin_choice begin_choice_from begin_known begin_offer
begin_rests beside beside_round bits_in can can_total capital card_or_none cards_before cards_of carry_out choice
close_game copy_pile cut_pile derived divided draw_into draw_onto drawn end_by fair field_kinds first_card
first_choice follow G g greatest_total grow guarded has has_card INLINE int16_t int32_t int64_t is_mix is_rising_run
is_rising_run_with_wild_cards is_run is_run_with_wild_cards is_walk is_walk_in_some_order jmp_buf kind
kind_of_places kinds lay lay_deck lay_on_top lay_under least_total line list_set listed_once log_add logged longjmp
look low_of lowest_bit luck_t lucky_pick lucky_shuffle make memcmp memcpy memmove memset merge_two mix mix_from mix_look
mix_some mixing move_t
next_choice next_in_line next_of next_part next_rest not_known note_known num offer offer_all offer_some offered
offers one_card one_step open_game open_after open_rests part_of parted pattern pick pile_size pile_well_mixed
piles_held
places_down places_near places_up play_on push push_under put put_arguments put_pile put_set put_value r random_of
read_arguments read_card read_number read_pile read_set read_value reader reads rests returns_of same_card
same_pile same_state seats_on seeded_shuffle set_before set_of set_of_part set_up_to set_t setjmp sets_held
sets_that_sum share shuffle single sink size_of size_t snprintf somebody sort_runs sort_sets start state stop stop_at
stop_endless stretch strlen subtract take_from_pile take_from_set take_known take_out times to trim u64 u8 uint64_t
uint8_t w walk_from weighed well_mixed within worth writer written
"""
_LIBRARY = """
abort abs acos acosh asin asinh atan atan2 atanh cabs cacos cacosh calloc carg casin casinh catan catanh cbrt ccos
ccosh ceil cexp cimag clog conj copysign cos cosh cpow cproj creal csin csinh csqrt ctan ctanh erf erfc exit exp
exp2 expm1 fabs fdim floor fma fmax fmin fmod fprintf fputc fputs free frexp fscanf fwrite hypot ilogb imaxabs
isalnum isalpha isblank iscntrl isdigit isgraph islower isprint ispunct isspace isupper isxdigit labs ldexp lgamma
llabs llrint llround log log10 log1p log2 logb lrint lround malloc memchr modf nan nearbyint nextafter nexttoward
pow printf putchar puts realloc remainder remquo rint round scalbln scalbn scanf sin sinh sprintf sqrt sscanf
strcat strchr strcmp strcpy strcspn strncat strncmp strncpy strpbrk strrchr strspn strstr tan tanh tgamma tolower
toupper trunc vfprintf vfscanf vprintf vscanf vsnprintf vsprintf vsscanf
"""
"""Functions of the C library that compilers know by name: another function of that name does not build."""

KEYWORDS = frozenset(_KEYWORDS.split())
RUN_TIME = frozenset(_RUN_TIME.split()) | frozenset(_LIBRARY.split())
"""What the library, the run-time and the text around a name call something; a test holds that all functions of the
run-time are among them."""


def c_word(words: str) -> str:
    """Words of a rule file as a C identifier."""
    word = re.sub(r"\W+", "_", words, flags=re.ASCII).strip("_").lower() or "x"
    word = f"n{word}" if word[0].isdigit() else word
    return f"{word}_" if word in KEYWORDS else word


def cited(source: ir.Source) -> str:
    """A clause by its label and citations, fit for a comment."""
    return comment(told(source.label, source.cites))


def told(label: str, cites: tuple[str, ...]) -> str:
    """A label and citations in words."""
    return label + (f" @ {'; '.join(cites)}" if cites else "")


def member_names(action: ir.Action) -> list[str]:
    """The names of an action's arguments, each once."""
    names: list[str] = []
    for param in action.params:
        name = c_word(param.name)
        names.append(name if name not in names else f"{name}_{len(names)}")
    return names


def kind_name(name: str, label: str) -> str:
    """The enumerator of an action."""
    return (
        f"{name.upper()}_{c_word(label).upper()}"
        if label == PASS.action
        else f"{name.upper()}_MOVE_{c_word(label).upper()}"
    )


def struct_name(name: str, action: ir.Action) -> str:
    """The type of an action's arguments."""
    return f"{name}_{c_word(action.source.label)}_arguments"
