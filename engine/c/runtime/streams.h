/* Streams of random numbers, as engine/luck/streams.py has them, and the numbers of which shuffles are made. */

enum { DOMAIN_GAME = 1, DOMAIN_SHUFFLE, DOMAIN_PICK, DOMAIN_CHOICE, DOMAIN_GREEDY, DOMAIN_SEARCH, DOMAIN_REDEAL, DOMAIN_ROLLOUT };
#define GOLDEN 0x9E3779B97F4A7C15ULL
static inline UNUSED u64 mix(u64 x) {
  x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
  x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
  return x ^ (x >> 31);
}
/* Makes seeds, where `mix` makes numbers. */
#define STRIDE 0xD1342543DE82EF95ULL
static inline UNUSED u64 mix_seed(u64 x) {
  x = (x ^ (x >> 33)) * 0xFF51AFD7ED558CCDULL;
  x = (x ^ (x >> 33)) * 0xC4CEB9FE1A85EC53ULL;
  return x ^ (x >> 33);
}
/* The seed of the numbered part of what a seed is for in a domain: the first state of a stream, if it is one. */
static inline UNUSED u64 derive(u64 seed, u64 domain, u64 number) { return mix_seed(seed + (domain << 56) * STRIDE + number * STRIDE); }
/* The stream of what is asked next of a game's luck: each shuffle and each pick has its own. */
static inline UNUSED u64 asked_of(u64 *luck, u64 domain) {
  u64 stream = derive(*luck, domain, 0);
  *luck += STRIDE;
  return stream;
}

/* The next number of a stream. */
static inline UNUSED u64 next_of(u64 *state) { return mix(*state += GOLDEN); }
/* A number as a fraction of 2^64, n times: its whole part; what is left of the fraction is the number from then on. */
static inline UNUSED u64 part_of(u64 *number, u64 n) {
  unsigned __int128 times = (unsigned __int128)*number * n;
  *number = (u64)times;
  return (u64)(times >> 64);
}
/* Is a number good for parts of so many outcomes together? Each outcome has then as many numbers as any other. */
static inline UNUSED int fair(u64 number, u64 outcomes) {
  u64 left = number * outcomes;
  return __builtin_expect(left >= outcomes, 1) || left >= (0 - outcomes) % outcomes;
}
static inline UNUSED u64 pick_of(u64 *state, u64 n) {
  u64 number;
  if (n == 1) return 0;
  do number = next_of(state);
  while (RARE(!fair(number, n)));
  return part_of(&number, n);
}

/* The parts of one number say of several places of a shuffle which card comes there: of the place of n cards down to that of
   `group_end[n]`, whose outcomes together are `group_outcomes[n]`, at most TOGETHER. */
#define TOGETHER ((u64)1 << 48)
/* So many cards make one group. */
#define ALL_TOGETHER 16
_Static_assert(20922789888000 <= TOGETHER && 355687428096000 > TOGETHER, "16!, but not 17! outcomes");
static u64 group_outcomes[DECK + 1];
static u8 group_end[DECK + 1];
static UNUSED void make_groups(void) {
  group_end[1] = 2;
  group_outcomes[1] = 1;
  for (int n = 2; n <= DECK; n++) {
    int alone = group_outcomes[n - 1] * (u64)n > TOGETHER;
    group_end[n] = alone ? (u8)n : group_end[n - 1];
    group_outcomes[n] = alone ? (u64)n : group_outcomes[n - 1] * (u64)n;
  }
}
/* The number for the group of n cards: the first good one of a stream. */
static inline UNUSED u64 fair_for(u64 *stream, u64 n) {
  u64 number = next_of(stream);
  while (RARE(!fair(number, group_outcomes[n]))) number = next_of(stream);
  return number;
}
