/* The k-th card of a set, from 0. */
static inline UNUSED int nth_card(set_t s, unsigned k) {
#if DECK <= 64
  return nth_of(s, k);
#else
  unsigned low = (unsigned)__builtin_popcountll((u64)s);
  return k < low ? nth_of((u64)s, k) : 64 + nth_of((u64)(s >> 64), k - low);
#endif
}
