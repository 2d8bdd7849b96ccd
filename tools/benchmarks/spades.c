/* The limit of speed: random deals of Spades, four hands of thirteen, in a loop. Legal cards are equally probable.
   `spades DEALS SEED` shuffles and plays deals, and writes to standard output in how many of them forehand took
   0, 1, ... 13 tricks. */

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PACK 52
#define SEATS 4
#define RANKS 13
#define TRUMP 3

static uint64_t state;

static uint32_t chance(uint32_t below) { /* xorshift64*, and a multiplication in place of a division */
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (uint32_t)(((state * 2685821657736338717ULL >> 32) * below) >> 32);
}

static int nth(uint64_t cards, uint32_t n) { /* the n-th of the cards, counted from 0 */
    while (n--) cards &= cards - 1;
    return __builtin_ctzll(cards);
}

static uint64_t suit(int card) { return 0x1FFFULL << (card / RANKS * RANKS); }

int main(int count, char **words) {
    long deals = count > 1 ? atol(words[1]) : 1;
    long found[RANKS + 1] = {0};
    const uint64_t trumps = 0x1FFFULL << (TRUMP * RANKS);
    state = count > 2 ? strtoull(words[2], NULL, 10) * 2 + 1 : 1;
    for (long deal = 0; deal < deals; deal++) {
        uint8_t pack[PACK];
        uint64_t hands[SEATS] = {0};
        for (int card = 0; card < PACK; card++) pack[card] = (uint8_t)card;
        for (int left = PACK; left > 1; left--) {
            int other = (int)chance((uint32_t)left);
            uint8_t swapped = pack[left - 1];
            pack[left - 1] = pack[other];
            pack[other] = swapped;
        }
        for (int card = 0; card < PACK; card++) hands[card % SEATS] |= 1ULL << pack[card];
        int leader = 0, broken = 0, tricks[SEATS] = {0};
        for (int trick = 0; trick < RANKS; trick++) {
            int best = -1, taker = leader, led = -1;
            for (int turn = 0; turn < SEATS; turn++) {
                int seat = (leader + turn) % SEATS;
                uint64_t may = hands[seat];
                if (turn) {
                    if (may & suit(led)) may &= suit(led);
                } else if (!broken && may & ~trumps) {
                    may &= ~trumps;
                }
                int card = nth(may, chance((uint32_t)__builtin_popcountll(may)));
                hands[seat] &= ~(1ULL << card);
                if (!turn) led = card;
                int trumped = (trumps >> card) & 1;
                broken |= trumped;
                if (best < 0 || (trumped && !((trumps >> best) & 1)) || (card / RANKS == best / RANKS && card > best)) {
                    best = card;
                    taker = seat;
                }
            }
            tricks[taker]++;
            leader = taker;
        }
        found[tricks[0]]++;
    }
    for (int tricks = 0; tricks <= RANKS; tricks++) printf("%ld ", found[tricks]);
    printf("\n");
    return 0;
}
