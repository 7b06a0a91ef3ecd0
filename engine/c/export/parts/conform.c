/* Answers `hoyle conform --vectors FILE -- ./conform`: a line of JSON for each line of JSON.

     @BUILD@ */
#include "GAME.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT = 4096 };

/* ---------------------------------------------------------------- reading JSON, as much of it as is needed */

static const char *blank(const char *at) {
  while (*at == ' ' || *at == '\t' || *at == '\r' || *at == '\n') at++;
  return at;
}

static int hex4(const char *at) {
  int value = 0;
  for (int i = 0; i < 4; i++) {
    int c = at[i] | 32;
    value = value * 16 + (c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : 0);
    if (!at[i]) return 0;
  }
  return value;
}

static size_t put_utf8(char *to, int code) {
  if (code < 0x80) {
    to[0] = (char)code;
    return 1;
  }
  if (code < 0x800) {
    to[0] = (char)(0xC0 | code >> 6);
    to[1] = (char)(0x80 | (code & 63));
    return 2;
  }
  to[0] = (char)(0xE0 | code >> 12);
  to[1] = (char)(0x80 | (code >> 6 & 63));
  to[2] = (char)(0x80 | (code & 63));
  return 3;
}

/* Reads a string into `to`, cut where it is too long, and answers what follows it. */
static const char *read_string(const char *at, char *to) {
  size_t n = 0;
  at = blank(at);
  if (*at == '"') at++;
  for (; *at && *at != '"'; at++) {
    char one[4] = {*at, 0, 0, 0};
    size_t length = 1;
    if (*at == '\\' && at[1]) {
      static const char from[] = "nrtbf", into[] = "\n\r\t\b\f";
      const char *known = strchr(from, *++at);
      one[0] = known ? into[known - from] : *at;
      if (*at == 'u') {
        length = put_utf8(one, hex4(at + 1));
        for (int i = 0; i < 4 && at[1]; i++) at++;
      }
    }
    for (size_t i = 0; i < length && n + 1 < TEXT; i++) to[n++] = one[i];
  }
  to[n] = 0;
  return *at ? at + 1 : at;
}

static const char *skip_value(const char *at) {
  static char ignored[TEXT];
  int depth = 0;
  for (at = blank(at); *at; at = blank(at)) {
    if (*at == '"') at = read_string(at, ignored);
    else {
      if (!depth && (*at == ',' || *at == '}' || *at == ']')) return at;
      depth += *at == '{' || *at == '[' ? 1 : *at == '}' || *at == ']' ? -1 : 0;
      at++;
    }
    at = blank(at);
    if (!depth && (*at == ',' || *at == '}' || *at == ']')) return at;
  }
  return at;
}

/* The value of a key of the object that begins here, or NULL. */
static const char *member(const char *at, const char *key) {
  static char name[TEXT];
  at = blank(at);
  if (*at != '{') return NULL;
  for (at = blank(at + 1); *at == '"';) {
    at = blank(read_string(at, name));
    if (*at == ':') at++;
    if (!strcmp(name, key)) return blank(at);
    at = blank(skip_value(at));
    if (*at == ',') at = blank(at + 1);
  }
  return NULL;
}

/* ---------------------------------------------------------------- luck as it is told */

/* `at`: the outcomes that are left; `wrong` where one does not fit. */
typedef struct {
  const char *at;
  bool wrong;
} told_luck;

/* The next outcome, passed; NULL where there is none. */
static const char *next_outcome(told_luck *luck) {
  const char *found = blank(luck->at);
  if (*found == '[' || *found == ',') found = blank(found + 1);
  if (*found != '{') return NULL;
  luck->at = blank(skip_value(found));
  return found;
}

static int card_named(const char *name) {
  for (int card = 0; card < GAME_CAPITALS_CARDS; card++)
    if (!strcmp(GAME_card_names[card], name)) return card;
  return -1;
}

static bool told_shuffle(void *context, uint8_t *cards, int size) {
  static char name[TEXT];
  told_luck *luck = context;
  const char *outcome = next_outcome(luck), *at = outcome ? member(outcome, "shuffled") : NULL;
  if (!outcome) return false;
  luck->wrong = true;
  if (!at || *at != '[') return false;
  at = blank(at + 1);
  for (int i = 0; i < size; i++) {
    int card;
    if (*at != '"') return false;
    at = blank(read_string(at, name));
    card = card_named(name);
    if (card < 0) return false;
    cards[i] = (uint8_t)card;
    if (*at == ',') at = blank(at + 1);
  }
  luck->wrong = *at != ']';
  return !luck->wrong;
}

static bool told_pick(void *context, int size, int *picked) {
  told_luck *luck = context;
  const char *outcome = next_outcome(luck), *at = outcome ? member(outcome, "picked") : NULL;
  const char *of = outcome ? member(outcome, "of") : NULL;
  if (!outcome) return false;
  luck->wrong = !at || !of || strtol(of, NULL, 10) != size;
  if (luck->wrong) return false;
  *picked = (int)strtol(at, NULL, 10);
  return true;
}

/* ---------------------------------------------------------------- answers */

static void print_string(const char *text) {
  putchar('"');
  for (; *text; text++) {
    if (*text == '"' || *text == '\\') putchar('\\');
    if ((unsigned char)*text < 32) printf("\\u%04x", *text);
    else putchar(*text);
  }
  putchar('"');
}

static void print_cards(const uint8_t *cards, int n) {
  putchar('[');
  for (int i = 0; i < n; i++) {
    if (i) putchar(',');
    print_string(GAME_card_names[cards[i]]);
  }
  putchar(']');
}

static int print_legal(const GAME_state *game) {
  static char text[TEXT];
  GAME_move *moves = malloc((game->moves + 1) * sizeof *moves);
  size_t n;
  if (!moves) return 0;
  n = GAME_legal_moves(game, moves, game->moves);
  putchar('[');
  for (size_t i = 0; i < n; i++) {
    if (i) putchar(',');
    (void)GAME_describe(&moves[i], text, sizeof text);
    print_string(text);
  }
  putchar(']');
  free(moves);
  return 1;
}

static void print_zones(const GAME_state *game) {
  uint8_t cards[GAME_CAPITALS_CARDS];
  for (int zone = 0; zone < GAME_CAPITALS_ZONES; zone++) {
    int n = GAME_zone_cards(game, zone, cards);
    printf(zone ? "," : "{");
    print_string(GAME_zones[zone].name);
    putchar(':');
    print_cards(cards, n);
  }
  putchar('}');
}

static void print_fields(const GAME_state *game) {
  static char text[TEXT];
  for (int field = 0; field < GAME_CAPITALS_FIELDS; field++) {
    printf(field ? "," : "{");
    print_string(GAME_field_names[field]);
    putchar(':');
    (void)GAME_field_text(game, field, text, sizeof text);
    print_string(text);
  }
  putchar('}');
}

static void print_views(const GAME_state *game, int player) {
  for (int zone = 0; zone < GAME_CAPITALS_ZONES; zone++) {
    GAME_view view = GAME_observe(game, player, zone);
    printf(zone ? "," : "{");
    print_string(GAME_zones[zone].name);
    if (view.sees_cards) {
      printf(":{\"cards\":");
      print_cards(view.cards, view.count);
    } else if (view.sees_count) {
      printf(":{\"count\":%d", view.count);
      if (view.top >= 0) printf(",\"top\":\"%s\"", GAME_card_names[view.top]);
    } else {
      printf(":{");
    }
    putchar('}');
  }
  for (int field = 0; field < GAME_CAPITALS_FIELDS; field++) {
    static char text[TEXT];
    if (GAME_sees_field(GAME_CAPITALS_PLAYERS, field)) continue;
    putchar(',');
    print_string(GAME_field_names[field]);
    printf(":{");
    if (GAME_sees_field(player, field)) {
      (void)GAME_field_text(game, field, text, sizeof text);
      printf("\"value\":");
      print_string(text);
    }
    putchar('}');
  }
  putchar('}');
}

static void tell(const GAME_state *game) {
  int player = GAME_current_player(game);
  printf("{\"over\":%s,\"to_move\":", game->ending >= 0 ? "true" : "false");
  if (player < 0) printf("null");
  else printf("%d", player + 1);
  printf(",\"step\":");
  print_string(game->over || game->position.step >= GAME_CAPITALS_STEPS ? "" : GAME_step_names[game->position.step]);
  printf(",\"legal\":");
  if (!print_legal(game)) printf("null");
  printf(",\"zones\":");
  print_zones(game);
  printf(",\"fields\":");
  print_fields(game);
  printf(",\"observations\":[");
  for (int p = 0; p < GAME_CAPITALS_PLAYERS; p++) {
    if (p) putchar(',');
    print_views(game, p);
  }
  printf("],\"ending\":");
  print_string(game->ending >= 0 ? GAME_ending_names[game->ending] : "");
  printf(",\"returns\":[");
  for (int p = 0; p < GAME_CAPITALS_PLAYERS; p++) printf(p ? ",%lld" : "%lld", (long long)game->returns[p]);
  printf("]}\n");
}

static void complain(const char *what) {
  printf("{\"error\":");
  print_string(what);
  printf("}\n");
}

static const char *const complaints[] = {
  "", "the move is not legal", "play is over", "luck is needed that was not told", "the luck told does not fit",
  "a number or a list is too big",
};

static void went(const GAME_state *game, GAME_answer answer, told_luck *luck) {
  if (answer != GAME_CAPITALS_OK) complain(complaints[answer]);
  else if (luck->wrong || next_outcome(luck)) complain("the luck told does not fit");
  else if (game->fault) printf("{\"error\":\"play stops\",\"fault\":\"%s\"}\n", GAME_fault_name(game->fault));
  else tell(game);
}

static void answer(const char *line, GAME_state *game) {
  static char what[TEXT], text[TEXT];
  const char *asked = member(line, "do"), *luck_told = member(line, "luck"), *move_told = member(line, "move");
  told_luck told = {luck_told ? luck_told : "[]", false};
  GAME_luck luck = {told_shuffle, told_pick, NULL};
  GAME_move move;
  luck.context = &told;
  if (asked) (void)read_string(asked, what);
  if (!asked) complain("that is no request");
  else if (!strcmp(what, "hello"))
    printf("{\"tells\":[\"over\",\"to_move\",\"step\",\"legal\",\"zones\",\"fields\",\"observations\",\"ending\","
           "\"returns\"],\"in_order\":true}\n");
  else if (!strcmp(what, "start")) went(game, GAME_start_with(game, &luck, NULL), &told);
  else if (strcmp(what, "move")) complain("there is no such request");
  else if (!move_told || (read_string(move_told, text), !GAME_parse(text, &move))) complain("the move cannot be read");
  else went(game, GAME_apply_with(game, &move, &luck), &told);
}

int main(void) {
  static GAME_state game;
  size_t room = 1 << 16, used = 0;
  char *line = malloc(room);
  int c;
  game.over = 1;
  while (line && (c = getchar()) != EOF) {
    if (used + 1 == room) {
      char *more = realloc(line, room *= 2);
      if (!more) break;
      line = more;
    }
    if (c != '\n') {
      line[used++] = (char)c;
      continue;
    }
    line[used] = 0;
    used = 0;
    answer(line, &game);
    fflush(stdout);
  }
  free(line);
  return 0;
}
