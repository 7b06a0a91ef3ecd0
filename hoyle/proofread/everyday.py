"""Nouns that a rulebook uses without explaining them: of cards and games, and of everyday life."""

from __future__ import annotations

import re

from hoyle.proofread.amounts import NUMBER

_GAME_WORDS = """
ability ace act action activity addition advantage adversary agreement aim amount announcement answer ante area
arrangement array arrow attempt auction auctioneer award back ball bank banker base batch beginner beginning benefit
bet bid bidder bidding block board bonus border bottom box bust buyer call caller captive capture card cardholder case
cash category center centre challenge chance change chip choice circle clockwise club coin collection color colour
column combination component condition content contents contract contribution copy corner cost count counter couple
court crib cross cup cut cutter deal dealer dealing decision deck declarer default defeat defence defender
denomination deuce diagram diamond dice die difference direction discard discarder display distance dozen draft draw
drawing dummy edge effect element elimination end ending enemy entry equipment event exception exchange expense extra
face fact feature fee field figure finish flag flip fold follow follower form formation foundation front game gameplay
gap goal grand grid ground group guess half hand head heading heap heart holder holding icon idea illustration image
index indicator information instruction issue item jack jackpot joint joker judge kicker kind king kitchen kitty knave
knight lady layer layout lead leader left leftover length level limit line list loan location loser loss lot low
luck majority maker mark marker
match match-up material maximum meaning measure meld member method middle minimum minority minus
minute mistake money mouth move movement mover name neighbor neighbour note notice number object objective obligation
occasion offer opening opponent opposite option order other outcome outset overview owner pack packet page pair paper
part participant partner partnership party pass path patience pattern pause pawn payment payout pen penalty pencil
people person phase picture piece pile pip place placement plan play player playing plus point pool position
possession possibility pot power preparation price prize problem procedure proceeds process profit purchase purpose
quantity quarter queen question quick range rank ranking rate ratio reach reason reference refill remainder reminder
repeat request requirement reserve rest restart restriction result return reversal reverse reward right ring rival
role round row rule rulebook ruling run sale score scorer scoresheet scoring screen seat second section selection
seller sense sequence series session set setup shape share sheet shortage shortfall shuffle side sign signal single
single-player situation size solo sort source space spade spot spread square stack stage stake stalemate standard
start starter starting state statement status step stock stockpile stop strategy string style subset subtotal success
suit sum summary supply surface surplus survivor swap symbol table tableau take talk tally talon target task team
teammate teller term text thing tie tie-break tiebreak tiebreaker tile time timer title token top total track trade
trader transaction tray trey trick triple trump turn two type underside unit upcard use user value variant variation
version victor victory view vote voter vulnerable wager waste way widow wild win winner winning word work world worth
wrong yourself zone
"""
GAME = frozenset(_GAME_WORDS.split())
"""What every player knows."""

_EVERYDAY_WORDS = """
above accident account adult adventure advice afternoon age air alphabet animal answer approach arm art article
attention aunt author baby backside bag basis basket battle beach bed beginning below belt bench bill bird birthday
bit black blank blood blue bluff body bone book boot boss bottle bound bowl boy brain bread break breath bridge broom
brother brown bucket budget building bulk bunch business camp candle cap capital car care carpet cat cause ceiling
chain chair channel chapter character charge chart chicken child children chin choice chooser church citizen city
class clock cloth clothes club coast coat coffee coin command comment common company compass competition computer
concept confusion consent contest control conversation copy corridor country course cousin crew crowd cushion custom
customer damage danger dark date daughter day death defect degree delay depth description desert design designer
desire desk destination detail dinner direction disaster discretion discussion dog dollar door doubt drawer drink
driver drop ear earth east economy edition editor effort egg elbow eldest end endgame energy enjoyment entire entrance
envelope equivalent error evening evidence evil example excess existence exit expectation experience explanation
exploit eye fair fall family farm fashion fast father favor favour fear feedback feeling fellow few fight file film
finding finger finish fire first fish fist fit flaw floor flow flower focus foe following food foot force forehead
forest fork former fortune frame freedom fridge friend fruit fun function future gameboard garden gate gift girl
glance glass glory glove gold grandfather grandmother grass gray green grey grown-up growth guest habit hair half hall
hammer hat heat height help hierarchy hint hip history hole home honor honour hope horn horse host hour house
household human hundred hurry husband impact individual inhabitant initial inside instance instant interest
intersection interval invention island jar job joke journey joy judgement judgment jug keeper kettle key kid kiss knee
knowledge label lack lad ladies lamp land lane language lap last latter laugh launch law lawn layer leaf leg legacy
length lesson letter library lid lie life light likelihood lion lip living lock logo loop love lunch machine majority
man mankind map marble market marketplace mask mat match matter meal means meantime medium meeting memory men message
metal midday middle military mind mine mirror modification moment month mood moon morning mother motion mountain mouth
movie mug music nail napkin nature necessity neck need needle nest news newspaper next night nobody noise noon north
nose notch notebook nothing novice odds office oldest only opinion opportunity orange ordinary origin outside outskirt
oven package pain paint pair palm parent past path pavement pay pea peace percent percentage period permission photo
phrase piece pillow pin pinch pink pipe plate pleasure pocket poem porch pot potential presence present pressure
previous principle print prisoner profession program progress proof property public publisher punishment purple purse
quarter race rail reader reading reality rear recess record red regard region relation remainder remark report
requisite respect responsibility rest retailer rhyme rhythm ribbon riddle rim rise risk river road rock roll roof room
rope rotation route rug runner safety sake salt same sand sauce saucer saving scale scene school scratch sea season
seat secret seed sentence shape share ship shirt shoe shop shot shoulder sight silence silver sister skill sky sleep
slot smile snow sock sofa soldier solution son song sound soup south speaker speech speed spirit spoon sport spotlight
stair stand star start station steal stone story stove stream street strength stretch string student study subject sun
support surprise suspicion sweet sword tabletop tail talent tap tape tea teacher tear tent thanks theme theory thief
third thought thousand throne thumb tile toe tongue tool touch town toy trace tradition trail train trap travel tray
treasure tree trip trouble trust truth try tunnel umbrella uncle undealt union universe usual variety very vicinity
video view village visit visitor voice wait walk wall war wardrobe watch water wave wealth weather week weekend weight
welcome west wheel while whistle white whole width wife wind window wine winter wish wit woman women wood worker worry
yard year yellow yesterday youngest youth zero
"""
EVERYDAY = frozenset(_EVERYDAY_WORDS.split())
"""What every reader knows."""

_FUNCTION_WORDS = """
a about above across after again against all almost along already also although always am among an and another any
anybody anyone apart are aren't around as at away back be because been before behind being below beneath beside
besides between both but by can can't cannot could did do does doesn't doing don't done down during each eighth either
enough even ever every everybody everyone exactly except few fewer fewest fifth final first for forward fourth from
had has have having he hence her here herself him himself his however i if immediately in instead into is isn't it its
itself just last later least less many may me might more most much must my near nearly need neither never next ninth
no nobody none nor not now of off often on once one ones oneself only onto or other others otherwise our out over own
per quite rather same second seventh several shall she should simply since sixth so some somebody someone sometimes
soon still such tenth than that the their them themselves then there therefore these they third this those though
through thus till to together too toward towards under unless until up upon us usually very via was we were what
whatever when whenever where wherever whether which whichever while who whoever whom whose will with within without
won't would yes yet you your
"""
FUNCTION = frozenset(_FUNCTION_WORDS.split())
"""Words that only join others."""
_DEGREE = re.compile(
    r".*(?:ed|est|ing|ful|ous|ly|ness|tion|sion|ment|ity|ance|ence|hood|ship)|(?:high|low|small|larg|great"
    r"|bigg|long|short|old|young|form|latt|fast|slow)er",
    re.I,
)
"""The end of a word that says how something is, or of an everyday one for what is thought and done."""


def known_word(word: str) -> bool:
    """Does every reader know the noun?"""
    forms = {word, word.removesuffix("s"), word.removesuffix("es"), re.sub("ies$", "y", word)}
    return (
        bool(forms & (GAME | EVERYDAY | FUNCTION))
        or any(re.fullmatch(NUMBER, form) for form in forms)
        or bool(_DEGREE.fullmatch(word))
    )
