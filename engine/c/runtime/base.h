/* What compiled games rest on: numbers, sets of cards as bits, names of faults. Knows no game.

   The generated part before it says how large everything is. A set of cards is a bit set by deck index; a pile is its size
   followed by its cards, bottom first. */
#include <limits.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#define UNUSED __attribute__((unused))
/* What becomes part of where it is called, as going through choices of cards does by a pattern that is known there. */
#define INLINE inline __attribute__((always_inline, unused))
#define RARE(x) __builtin_expect(!!(x), 0)

typedef long long num;
typedef uint8_t u8;
typedef uint64_t u64;

#if DECK <= 64
typedef uint64_t set_t;
#elif DECK <= 128
typedef unsigned __int128 set_t;
#else
typedef uint64_t set_t __attribute__((vector_size(32), aligned(8)));
#endif
/* The lowest bit of a number that has one; how many there are; is there no other? */
static inline UNUSED int lowest_bit(u64 bits) { return __builtin_ctzll(bits); }
static inline UNUSED int bits_in(u64 bits) { return __builtin_popcountll(bits); }
static inline UNUSED bool single(u64 bits) { return !(bits & (bits - 1)); }
/* The k-th of a set, from 0. */
static inline UNUSED int nth_of(u64 s, unsigned k) {
#ifdef __BMI2__
  return __builtin_ctzll(__builtin_ia32_pdep_di((u64)1 << k, s));
#else
  for (; k; k--) s &= s - 1;
  return __builtin_ctzll(s);
#endif
}
#ifdef HOYLE_EXPLORE
/* Read sixteen bytes at once, as they are copied. */
#define PILE (DECK / 16 * 16 + 16)
#define PILES_AT _Alignas(16)
#else
/* A power of two, by which one of several piles is found at once. */
#define PILE (DECK < 8 ? 8 : DECK < 16 ? 16 : DECK < 32 ? 32 : DECK < 64 ? 64 : DECK < 128 ? 128 : 256)
#define PILES_AT
#endif

enum { NO_FAULT, GAP, CLASH, UNDEFINED, OPEN, STUCK, LOST_CARD, ENDLESS, OVERFLOWED, LIMIT, CHANCE_ERROR };
enum { PLAYING, ENDED, FAULTED };
