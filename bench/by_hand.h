/* What the games written by hand in C share: luck, sets of cards in 64 bits, a clock, and how a run is asked for.

   Plain C11, but for 128-bit products and counting bits, which gcc and clang have. */

#ifndef BY_HAND_H
#define BY_HAND_H

#include <stdint.h>
#include <stdlib.h>
#include <time.h>
#ifdef __BMI2__
#include <immintrin.h>
#endif

__extension__ typedef unsigned __int128 wide;

/* ---- luck */

/* The state takes equal strides round all 64-bit numbers; a number is the two halves of a product of it, folded into one.
   Only the stride waits for the number before, so that the processor makes several at once. */
typedef struct {
    uint64_t at;
} luck;

static inline uint64_t draw(luck *from) {
    from->at += UINT64_C(0x9e3779b97f4a7c15);
    wide product = (wide)from->at * (from->at ^ UINT64_C(0xd6e8feb86659fd93));
    return (uint64_t)product ^ (uint64_t)(product >> 64);
}

/* One of 0 to n - 1. Some come up more often than others by less than one part in 2^32 / n. */
static inline uint32_t below(luck *from, uint32_t n) {
    return (uint32_t)((draw(from) >> 32) * n >> 32);
}

/* The same from a number already drawn, which keeps what is left of it for the next. The bias is the product of all the n
   to 2^64; as long as the product has 30 bits at most, it is as small as that of `below`. */
static inline uint32_t part(uint64_t *number, uint32_t n) {
    wide product = (wide)*number * n;
    *number = (uint64_t)product;
    return (uint32_t)(product >> 64);
}

/* ---- sets of cards, a bit for each */

typedef uint64_t cards;

static inline uint32_t size_of(cards set) {
    return (uint32_t)__builtin_popcountll(set);
}

/* The number of the lowest and of the highest card; there must be one. */
static inline unsigned lowest(cards set) {
    return (unsigned)__builtin_ctzll(set);
}

static inline unsigned highest(cards set) {
    return 63 - (unsigned)__builtin_clzll(set);
}

/* The card with so many lower ones beside it in the set. */
static inline cards nth(cards set, uint32_t number) {
#ifdef __BMI2__
    return _pdep_u64(UINT64_C(1) << number, set);
#else
    while (number--) set &= set - 1;
    return set & -set;
#endif
}

/* ---- a run: PROGRAM SECONDS SEED [GAMES] plays for so long, or, where they are told, exactly so many games */

enum { BATCH = 2000 };

typedef struct {
    double began, seconds;
    uint64_t games;
    luck luck;
} run;

static inline double now(void) {
    struct timespec at;
    timespec_get(&at, TIME_UTC);
    return (double)at.tv_sec + 1e-9 * (double)at.tv_nsec;
}

static inline run asked(int count, char **words) {
    run made = {.began = now(), .seconds = 1.0};
    uint64_t seed = 1;
    if (count > 1) made.seconds = strtod(words[1], NULL);
    if (count > 2) seed = strtoull(words[2], NULL, 10);
    if (count > 3) made.games = strtoull(words[3], NULL, 10);
    luck start = {seed};
    made.luck.at = draw(&start);
    return made;
}

/* How many games are to be played next, after so many; 0 where the run is over. */
static inline uint64_t to_play(const run *all, uint64_t played) {
    if (all->games == 0) return now() - all->began < all->seconds ? BATCH : 0;
    uint64_t left = all->games - played;
    return left < BATCH ? left : BATCH;
}

#endif
