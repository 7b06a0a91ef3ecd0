/* Many games told to arrays in numbers that mean the same in every position. Needs library.h; the tables are as
   `engine.c.compiled.arrays` makes them, which has the words of these enums. */

enum { NUMBERED_ONE, NUMBERED_SEVERAL, NUMBERED_BLIND };
enum { SEES_NOTHING, SEES_COUNT, SEES_TOP, SEES_CARDS };

/* An argument's place among what it may be; answers where the next one begins. */
static const num *argument_place(const num *table, const num *row, const num *told, num *place) {
  num form = row[1], at = row[2], size = row[3];
  if (form != NUMBERED_SEVERAL) {
    *place = form == NUMBERED_ONE ? *told - at : 0;
    return told + 1;
  }
  u64 sum = 0;
  num low = 0, high = size - 1;
  for (num left = *told++; left > 0; left--) sum += (u64)table[1 + *told++];
  while (low < high) {
    num middle = (low + high) / 2;
    if ((u64)table[at + middle] < sum) low = middle + 1;
    else high = middle;
  }
  *place = table[at + size + low];
  return told;
}
static num number_of(const num *table, const num *told) {
  const num *row = table + table[1 + DECK + *told++];
  num number = row[0], left = row[1], place;
  for (row += 2; left > 0; left--, row += 4) {
    told = argument_place(table, row, told, &place);
    number += row[0] * place;
  }
  return number;
}
static num number_at(const G *g, const num *table, num k, num *room) {
  if ((size_t)k == g->offered) return table[0];
  export_move(g->moves + k, room);
  return number_of(table, room);
}
/* Which numbers are moves, a row of `width` a game. `room` has place for any move. */
void hoyle_mask_all(void **games, num n, const num *table, num *room, num width, uint8_t *mask) {
  memset(mask, 0, (size_t)(n * width));
  for (num i = 0; i < n; i++) {
    const G *g = games[i];
    num count = g->over == PLAYING ? (num)g->offered + g->may_pass : 0;
    for (num k = 0; k < count; k++) mask[i * width + number_at(g, table, k, room)] = 1;
  }
}
/* The place of the move with a number, in each row whose number is not negative, else -1. Of several that are alike to
   their mover `luck` chooses. Answers the first row that has no such move, or -1. */
num hoyle_place_all(void **games, num n, const num *table, num *room, const num *numbers, const u64 *luck, num *places) {
  for (num i = 0; i < n; i++) {
    const G *g = games[i];
    num count = g->over == PLAYING ? (num)g->offered + g->may_pass : 0, alike = 0;
    places[i] = -1;
    if (numbers[i] < 0) continue;
    for (num k = 0; k < count; k++) alike += number_at(g, table, k, room) == numbers[i];
    if (!alike) return i;
    alike = (num)(luck[i] % (u64)alike);
    for (num k = 0; places[i] < 0; k++)
      if (number_at(g, table, k, room) == numbers[i] && !alike--) places[i] = k;
  }
  return -1;
}
/* What a seat sees in each row. Of each cell a number a card and how many there are; the fields, -2 for one unseen; the
   step, the seat, and the mover, a number for each that there is. `sight` is of cells and fields, a number a seat. */
void hoyle_seen_all(void **games, num n, const num *seats, const num *sight, num steps, num *room, float *to) {
  const num length = (num)CELLS * (DECK + 1) + FIELDS + steps + 2 * PLAYERS;
  memset(to, 0, (size_t)(n * length) * sizeof *to);
  for (num i = 0; i < n; i++) {
    G *g = games[i];
    const num *told = room, *of = sight + seats[i];
    export_state(&g->s, room);
    for (int c = 0; c < CELLS; c++, to += DECK + 1, of += PLAYERS) {
      num size = *told++;
      if (*of == SEES_CARDS) for (num k = 0; k < size; k++) to[told[k]] = 1;
      if (*of == SEES_TOP && size) to[told[size - 1]] = 1;
      if (*of != SEES_NOTHING) to[DECK] = (float)size / (float)DECK;
      told += size;
    }
    for (int f = 0; f < FIELDS; f++, told++, of += PLAYERS) *to++ = *of ? (float)*told : -2;
    if (*told >= 0 && *told < steps) to[*told] = 1;
    to += steps;
    to[seats[i]] = 1, to += PLAYERS;
    if (g->s.fields[MOVER] >= 0) to[g->s.fields[MOVER]] = 1;
    to += PLAYERS;
  }
}
