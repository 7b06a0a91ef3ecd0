/* Numbers that stop play where they are too large, and symbols where they are nobody. */

static inline UNUSED num add(G *g, num a, num b) {
  num r;
  if (RARE(__builtin_add_overflow(a, b, &r))) stop(g, LIMIT);
  return r;
}
static inline UNUSED num subtract(G *g, num a, num b) {
  num r;
  if (RARE(__builtin_sub_overflow(a, b, &r))) stop(g, LIMIT);
  return r;
}
static inline UNUSED num times(G *g, num a, num b) {
  num r;
  if (RARE(__builtin_mul_overflow(a, b, &r))) stop(g, LIMIT);
  return r;
}
/* The quotient rounded down, also below zero; `by` is above zero. Where conditions are read without a branch it may be
   anything, and the answer is not used: no processor may trap on it. */
static inline UNUSED num divided(num a, num by) {
  if (RARE(by < 1)) return 0;
  return a / by - (a % by < 0);
}
/* What is divided by: a number above zero. */
static inline UNUSED num above_zero(G *g, num value) {
  if (RARE(value < 1)) stop(g, UNDEFINED);
  return value;
}
static inline UNUSED num somebody(G *g, num value) {
  if (RARE(value < 0)) stop(g, UNDEFINED);
  return value;
}
