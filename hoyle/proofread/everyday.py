"""Nouns that a rulebook uses without explaining them: of cards and games, and of everyday life."""

from __future__ import annotations

GAME = frozenset(
    """
ability ace act action activity addition advantage adversary agreement aim amount announcement answer ante area arrangement
array arrow attempt auction auctioneer award back ball bank banker base batch beginner beginning benefit bet bid bidder
bidding block board bonus border bottom box bust buyer call caller capture captive card cardholder case cash category centre center challenge
chance change chip choice circle clockwise club coin collection colour color column combination component condition content contents contract
contribution copy corner cost count counter couple court crib cross cup cut cutter deal dealer dealing deck declarer decision
deck default defeat defence defender denomination deuce diagram diamond die dice difference direction discard discarder display distance
dozen draft draw drawing edge effect element elimination end ending enemy entry equipment event exception exchange expense extra face fact
feature fee field figure finish flag flip fold follow follower form formation front game gameplay gap goal grand grid ground group guess
half hand head heap heart heading holder holding icon idea illustration image index indicator information instruction issue item jack
jackpot joker joint judge kicker kind king kitty kitchen knave knight lady layer layout lead leader left length level limit
line list loan location loser loss lot low luck majority maker mark marker match match-up material maximum meaning measure meld
member method middle minimum minority minus minute mistake money mouth move movement mover name neighbour neighbor note notice number
object objective obligation occasion offer opening opponent opposite option order other outcome outset overview owner pack packet page pair
paper part participant partner partnership party pass path patience pattern pause pawn payment payout penalty pencil pen people person phase picture
piece pile pip place placement plan play player playing plus point pool position possession possibility pot power preparation price prize
problem proceeds procedure process profit purchase purpose quantity quarter queen question quick range rank ranking rate ratio reach reason
reference refill remainder reminder repeat request requirement reserve rest restart restriction result return reversal reverse reward right ring rival
role round row rule rulebook ruling run sale score scorer scoring scoresheet screen seat second section selection seller sense sequence series
session set setup shape share sheet shortage shortfall shuffle side sign signal single single-player situation size solo sort source space spade spot spread
square stack stage stake stalemate standard start starter starting state statement status step stock stockpile stop strategy string style
subset subtotal success sum summary supply surplus surface survivor swap symbol table tableau take talk tally target task team
teammate teller term text thing tie tie-break tiebreak tiebreaker tile time timer title token top total track trade trader transaction tray trey
trick triple trump turn two type underside unit upcard use user value variant variation version victor victory view vote voter vulnerable wager
waste way wild win winner winning word work world worth wrong yourself zone joker talon widow dummy pip
foundation
""".split()
)  # fmt: skip
"""What every player knows."""

EVERYDAY = frozenset(
    """
accident account adult adventure advice afternoon age air alphabet animal answer arm art article attention aunt author baby backside bag basis
basket battle beach bed bird birthday blood body bone book bottle bowl boy boss bread break breath bridge brother budget building
bunch business camp capital car care cat cause chair chapter character charge chicken child children choice church city class clock cloth clothes
club coast coffee company competition computer confusion consent contest control conversation copy country course crew crowd custom customer
danger date daughter day death degree delay description design designer desk detail dinner direction disaster discretion discussion dog door doubt
drink drop earth east edition editor effort egg energy enjoyment entrance error evening evidence evil example excess existence experience explanation eye
fair fall family farm fashion fast father favour favor fear feeling fellow few fight film finger fire fish fist fit
floor flow food foot force forest fortune freedom friend fruit fun function future garden gift girl glance glass gold grandfather
grandmother grass grown-up growth guest habit hair hall hat help history hole home honour honor hope horse host hour house household human hundred
hurry husband instance instant interest interval invention island job joke journey joy judgement judgment keeper key kid kiss knee knowledge
label lack ladies lamp land language laugh law leaf leg lesson letter lie life light lip living loop love lunch machine man mankind
map market matter meal means meantime meeting memory men message metal midday mind mine moment month mood moon morning mother motion mountain
mouth movie music nature necessity need nest news newspaper night nobody noise noon north nose nothing novice oldest youngest eldest office opinion
opportunity orange ordinary origin outside pain paint parent past pay pea peace percent percentage period permission photo phrase plate
pleasure pocket poem present presence pressure previous principle print prisoner profession program proof property public publisher punishment
reader reading reality recess record regard region relation remark report respect responsibility rhyme rhythm rise river road rock roof room rope route
sake salt sand school sea season seat secret seed sentence shape ship shirt shoe shop shot shoulder sight silence silver sister skill
sky sleep smile snow soldier solution son song sound south speaker speech speed sport stand star station stone story street strength stretch
student study subject sun support surprise suspicion sweet sword tail teacher tea tear thanks theme theory thief thought thousand thumb
tool touch town toy trace tradition train travel treasure tree trip trouble truth try uncle union universe variety vicinity view village
visit visitor voice wait walk wall war watch water wave weather week weekend weight west wife wind window wine winter wish wit
woman women wood worker worry year yesterday youth zero
lap length width height depth weight bit pair pinch piece moment while rest remainder majority lion share
scratch beginning middle end start finish whole half third quarter rest former latter above below following same very only first last next
""".split()
)  # fmt: skip
"""What every reader knows."""

FUNCTION = frozenset(
    """
a an the this that these those my your his her its our their whose which what who whom whoever whichever whatever i you he she it we they me him
us them himself herself itself themselves oneself one ones none nobody somebody anybody everybody everyone someone anyone each every either neither
both all any some no not more most less least fewer fewest many much few several enough another other others such same own
and or but nor so yet for if when whenever while where wherever unless until till because since as than though although whether once
of to in on at by from with without within into onto upon up down out off over under above below between among through during before after
behind beside beneath next near against across around about along per via toward towards except besides instead otherwise then there here thus hence
therefore however also too only even just still again already always never ever often sometimes usually together apart away back forward
is are was were be been being am has have had having do does did done doing can could may might must shall should will would need
cannot can't don't doesn't isn't aren't won't
very quite rather almost nearly exactly now later soon immediately simply
first second third fourth fifth sixth seventh eighth ninth tenth last final
yes
""".split()
)  # fmt: skip
"""Words that only join others."""
