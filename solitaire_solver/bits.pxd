cdef extern from *:
    """
    #if defined(__GNUC__) || defined(__clang__)
    static inline int solitaire_lowest(unsigned long long word) {return __builtin_ctzll(word);}
    static inline int solitaire_highest(unsigned long long word) {return 63 - __builtin_clzll(word);}
    #else
    static int solitaire_lowest(unsigned long long word)
        {int place = 0; while (!(word & 1)) {word >>= 1; place++;} return place;}
    static int solitaire_highest(unsigned long long word)
        {int place = 0; while (word >>= 1) place++; return place;}
    #endif
    """
    int lowest "solitaire_lowest"(unsigned long long word) noexcept nogil
    int highest "solitaire_highest"(unsigned long long word) noexcept nogil
