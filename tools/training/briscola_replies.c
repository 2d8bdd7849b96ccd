/* Train the value of a card of Briscola for two, for a player who sees only their own hand, while there is a stock.
   `briscola_replies CONSTANTS DEALS SEED` plays DEALS deals against each of `enum other` in turn, with the opponent
   known, and writes the weights to standard output, as float32 in the order of `struct network`. The same seed gives
   the same network. The share of wins so far goes to standard error ten times.
   `briscola_replies CONSTANTS` reads positions instead, one in a line: the number of cards in the stock, the turned
   card, the led card or -1, the hand and the played cards as sets; and writes the card that the ordinary player plays.
   The constants, in the order of `read_constants`, are those of the rules and of `club`. */

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PACK 40
#define HAND 3
#define RANKS 10
#define STOCK (PACK - 2 * HAND)
#define TRICKS (STOCK / 2)
#define WILLS 4
#define MOST 64 /* the most inputs that are 1 at the same time */
#define OTHER (4 * PACK + 1 + RANKS + TRICKS) /* the type of the opponent: all 0 if the network plays against itself */
#define POINTS (OTHER + 2) /* the inputs other than 0 and 1: own points, the opponent's points */
#define INPUTS (POINTS + 2)
#define WIDE 192
#define NARROW 64
#define LANES 8
#define BLOCK 16 /* so many sums stay in registers */
#define OUTPUTS 2 /* the deal, from -1 (lost) to 1 (won); the lead in hundreds of points */
#define LEAD 0.3f /* the weight of the second output in the choice of a card */
#define BATCH 512
#define TRIALS 100000 /* deals of a trial, each played from both sides */
#define REPORTS 10
#define WON 1000 /* the value of the deal in the end game, above any points */

/* -- rules and the ordinary player ------------------------------------------------------------------ */

static int value[RANKS];          /* card points, from the lowest rank up */
static double plain[RANKS];       /* the value of a card in hand to `club` */
static double trump[RANKS];
static double drawn, discard, will_plain, least[WILLS], will[WILLS];
static int majority;

static double keep[PACK], gift[PACK]; /* by card: 10 * suit + height, with trumps first */
static uint64_t higher[PACK];

static void read_constants(const char *path) {
    FILE *file = fopen(path, "r");
    int good = file != NULL;
    for (int rank = 0; good && rank < RANKS; rank++)
        good = fscanf(file, "%d %lf %lf", &value[rank], &plain[rank], &trump[rank]) == 3;
    good = good && fscanf(file, "%lf %lf %lf %d", &drawn, &discard, &will_plain, &majority) == 4;
    for (int step = 0; good && step < WILLS; step++) good = fscanf(file, "%lf %lf", &least[step], &will[step]) == 2;
    if (!good) {
        fprintf(stderr, "%s: not the constants\n", path);
        exit(2);
    }
    fclose(file);
    for (int card = 0; card < PACK; card++) {
        int above = RANKS - 1 - card % RANKS;
        keep[card] = card < RANKS ? trump[card] : plain[card % RANKS];
        for (int step = 1; step <= above; step++) {
            higher[card] |= 1ULL << (card + step);
            if (card >= RANKS) gift[card] += (double)value[card % RANKS + step] / above;
        }
    }
}

static uint64_t state;

static double chance(void) { /* splitmix64 */
    uint64_t mixed = state += 0x9E3779B97F4A7C15ULL;
    mixed = (mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9ULL;
    mixed = (mixed ^ (mixed >> 27)) * 0x94D049BB133111EBULL;
    return (double)((mixed ^ (mixed >> 31)) >> 11) / 9007199254740992.0;
}

static int lowest(uint64_t cards) { return __builtin_ctzll(cards); }

static int any_of(uint64_t cards) {
    for (int skip = (int)(chance() * __builtin_popcountll(cards)); skip; skip--) cards &= cards - 1;
    return lowest(cards);
}

struct table {
    uint64_t hands[2], fallen;
    int stock[STOCK], left, turned, turn, led, points[2]; /* led: the card, or -1; the next card is stock[STOCK - left] */
};

static int takes(int card, int led) { return card / RANKS == led / RANKS ? card > led : card < RANKS; }

static void put(struct table *at, int card) {
    int me = at->turn;
    at->hands[me] ^= 1ULL << card;
    at->fallen |= 1ULL << card;
    if (at->led < 0) {
        at->led = card;
        at->turn = !me;
        return;
    }
    int taker = takes(card, at->led) ? me : !me;
    at->points[taker] += value[card % RANKS] + value[at->led % RANKS];
    at->led = -1;
    at->turn = taker;
    for (int who = 0; who < 2 && at->left; who++)
        at->hands[who ? !taker : taker] |= 1ULL << at->stock[STOCK - at->left--];
}

static struct table dealt(int leader) {
    struct table at = {.led = -1, .turn = leader, .left = STOCK};
    int pack[PACK];
    for (int card = 0; card < PACK; card++) pack[card] = card;
    for (int left = PACK; left > 1; left--) {
        int other = (int)(chance() * left), card = pack[left - 1];
        pack[left - 1] = pack[other];
        pack[other] = card;
    }
    int suit = pack[PACK - 1] / RANKS; /* it becomes the first suit, which is trump */
    for (int place = 0; place < PACK; place++) {
        int own = pack[place] / RANKS;
        int card = pack[place] % RANKS + RANKS * (own == suit ? 0 : own == 0 ? suit : own);
        if (place < 2 * HAND) at.hands[place / HAND] |= 1ULL << card;
        else at.stock[place - 2 * HAND] = card;
    }
    at.turned = at.stock[STOCK - 1];
    return at;
}

static uint64_t unseen_by(const struct table *at, int seat) {
    return ((1ULL << PACK) - 1) & ~(at->fallen | at->hands[seat] | 1ULL << at->turned);
}

static double holds(int out, int among) { /* P(a hand of three out of `out` cards has one of `among`) */
    double lacks = 1;
    for (int card = 0; card < HAND; card++) lacks *= (double)(out - among > card ? out - among - card : 0) / (out - card);
    return 1 - lacks;
}

static double worth(const struct table *at, int card) { /* the value to `club`, as in `game.ai.briscola.heuristic_batch` */
    double points = value[card % RANKS], gain = at->left == 2 ? trump[at->turned] - drawn : 0;
    if (at->led >= 0) {
        double lying = points + value[at->led % RANKS];
        return (takes(card, at->led) ? lying - gain : gain - lying) - keep[card];
    }
    uint64_t unseen = unseen_by(at, at->turn), trumps = (1ULL << RANKS) - 1;
    int out = __builtin_popcountll(unseen), step = 0;
    while (points < least[step]) step++;
    double over = card < RANKS ? 0 : will_plain * holds(out, __builtin_popcountll(unseen & higher[card]));
    double ruffs = holds(out, __builtin_popcountll(unseen & (card < RANKS ? higher[card] : trumps)));
    double taken = (1 - over) * ruffs * will[step];
    return (1 - over - taken) * (points + discard - gain) - over * (points + gift[card]) - taken * points
        + (over + taken) * gain - keep[card];
}

static int ordinary(const struct table *at) {
    double best = -1e9, found;
    int chosen = -1;
    for (uint64_t rest = at->hands[at->turn]; rest; rest &= rest - 1)
        if ((found = worth(at, lowest(rest))) > best) best = found, chosen = lowest(rest);
    return chosen;
}

static int ends(uint64_t own, uint64_t other, int mine, int theirs) { /* the value of the end game to the leader */
    if (!own) return mine - theirs + WON * ((mine > majority) - (theirs > majority));
    int best = -2 * WON;
    for (uint64_t leads = own; leads; leads &= leads - 1) {
        int led = lowest(leads), worst = 2 * WON;
        for (uint64_t answers = other; answers; answers &= answers - 1) {
            int card = lowest(answers), points = value[led % RANKS] + value[card % RANKS];
            uint64_t kept = own ^ 1ULL << led, left = other ^ 1ULL << card;
            int found = takes(card, led) ? -ends(left, kept, theirs + points, mine) : ends(kept, left, mine + points, theirs);
            if (found < worst) worst = found;
        }
        if (worst > best) best = worst;
    }
    return best;
}

/* -- the network ------------------------------------------------------------------------------------ */

struct network {
    float w0[INPUTS][WIDE], b0[WIDE], w1[WIDE][NARROW], b1[NARROW], w2[NARROW][OUTPUTS], b2[OUTPUTS];
};
#define WEIGHTS (sizeof(struct network) / sizeof(float))

static struct network net, slope, speed, swing;

enum other { ITSELF = -1, ORDINARY, ANYHOW }; /* plays like the network, like `club`, or random cards */
static const enum other turns[] = {ITSELF, ORDINARY, ITSELF, ORDINARY, ANYHOW};
#define TURNS (sizeof turns / sizeof *turns)

struct moment { /* the position as its player sees it: the inputs that are 1, and the points */
    int ones[MOST], many;
    float points[2];
};

static int list(struct moment *seen, uint64_t cards, int from) {
    for (; cards; cards &= cards - 1) seen->ones[seen->many++] = from + lowest(cards);
    return from + PACK;
}

static struct moment seen_by(const struct table *at, enum other other) {
    struct moment seen = {.many = 0};
    int from = list(&seen, at->hands[at->turn], 0);
    from = list(&seen, unseen_by(at, at->turn), from) + PACK; /* the inputs of the tried card are in between */
    seen.ones[seen.many++] = from + (at->led < 0 ? PACK : at->led);
    seen.ones[seen.many++] = from + PACK + 1 + at->turned;
    seen.ones[seen.many++] = from + PACK + 1 + RANKS + at->left / 2 - 1;
    if (other != ITSELF) seen.ones[seen.many++] = OTHER + other;
    for (int who = 0; who < 2; who++) seen.points[who] = (float)at->points[who ? !at->turn : at->turn] / 60;
    return seen;
}

struct thought {
    float wide[WIDE], narrow[NARROW], out[OUTPUTS];
};

static void begin(const struct moment *seen, float *sums) {
    memcpy(sums, net.b0, sizeof net.b0);
    for (int one = 0; one < seen->many; one++)
        for (int at = 0; at < WIDE; at++) sums[at] += net.w0[seen->ones[one]][at];
    for (int who = 0; who < 2; who++)
        for (int at = 0; at < WIDE; at++) sums[at] += seen->points[who] * net.w0[POINTS + who][at];
}

static float above_zero(float number) { return number > 0 ? number : 0; }

static int list_active(const float *numbers, int many, int *active) { /* the places of those above zero */
    int found = 0;
    for (int at = 0; at < many; at++) {
        active[found] = at;
        found += numbers[at] > 0;
    }
    return found;
}

static float think(const float *sums, int card, struct thought *found) {
    int active[WIDE + 1];
    float narrow[NARROW];
    for (int at = 0; at < WIDE; at++) found->wide[at] = above_zero(sums[at] + net.w0[2 * PACK + card][at]);
    int many = list_active(found->wide, WIDE, active);
    for (int from = 0; from < NARROW; from += BLOCK) {
        float lanes[BLOCK];
        memcpy(lanes, net.b1 + from, sizeof lanes);
        for (int one = 0; one < many; one++)
            for (int lane = 0; lane < BLOCK; lane++) lanes[lane] += found->wide[active[one]] * net.w1[active[one]][from + lane];
        memcpy(narrow + from, lanes, sizeof lanes);
    }
    memcpy(found->out, net.b2, sizeof net.b2);
    for (int from = 0; from < NARROW; from++) {
        found->narrow[from] = above_zero(narrow[from]);
        for (int at = 0; at < OUTPUTS; at++) found->out[at] += found->narrow[from] * net.w2[from][at];
    }
    return found->out[0] + LEAD * found->out[1];
}

static int learned(const struct table *at, const struct moment *seen) {
    float sums[WIDE], best = -1e9f;
    struct thought found;
    int chosen = -1;
    begin(seen, sums);
    for (uint64_t rest = at->hands[at->turn]; rest; rest &= rest - 1) {
        float here = think(sums, lowest(rest), &found);
        if (here > best) best = here, chosen = lowest(rest);
    }
    return chosen;
}

static void blame(const struct moment *seen, int card, const float *wanted) { /* add to the gradient */
    float sums[WIDE], off[OUTPUTS], narrow[NARROW], wide[WIDE];
    struct thought found;
    begin(seen, sums);
    think(sums, card, &found);
    for (int at = 0; at < OUTPUTS; at++) slope.b2[at] += off[at] = found.out[at] - wanted[at];
    for (int from = 0; from < NARROW; from++) {
        narrow[from] = 0;
        for (int at = 0; at < OUTPUTS; at++) {
            slope.w2[from][at] += found.narrow[from] * off[at];
            if (found.narrow[from] > 0) narrow[from] += net.w2[from][at] * off[at];
        }
        slope.b1[from] += narrow[from];
    }
    for (int from = 0; from < WIDE; from++) {
        wide[from] = 0;
        if (found.wide[from] <= 0) continue;
        float lanes[LANES] = {0}; /* parallel sums, which take no longer than a single one */
        for (int at = 0; at < NARROW; at++) slope.w1[from][at] += found.wide[from] * narrow[at];
        for (int at = 0; at < NARROW; at += LANES)
            for (int lane = 0; lane < LANES; lane++) lanes[lane] += net.w1[from][at + lane] * narrow[at + lane];
        for (int lane = 0; lane < LANES; lane++) wide[from] += lanes[lane];
        slope.b0[from] += wide[from];
    }
    for (int one = 0; one <= seen->many; one++) {
        float *row = slope.w0[one < seen->many ? seen->ones[one] : 2 * PACK + card];
        for (int at = 0; at < WIDE; at++) row[at] += wide[at];
    }
    for (int who = 0; who < 2; who++)
        for (int at = 0; at < WIDE; at++) slope.w0[POINTS + who][at] += seen->points[who] * wide[at];
}

static void step(float rate, long steps) { /* Adam, with its usual constants */
    float *weight = (float *)&net, *grown = (float *)&slope, *mean = (float *)&speed, *square = (float *)&swing;
    double first = 1 - pow(0.9, (double)steps), second = 1 - pow(0.999, (double)steps);
    float length = (float)(rate * sqrt(second) / first);
    for (size_t at = 0; at < WEIGHTS; at++) {
        float here = grown[at] / BATCH;
        mean[at] = 0.9f * mean[at] + 0.1f * here;
        square[at] = 0.999f * square[at] + 0.001f * here * here;
        weight[at] -= length * mean[at] / (sqrtf(square[at]) + 1e-6f);
        grown[at] = 0;
    }
}

static void scatter(float *weights, size_t many, double most) {
    for (size_t at = 0; at < many; at++) weights[at] = (float)((2 * chance() - 1) * most);
}

/* -- learning --------------------------------------------------------------------------------------- */

struct lesson {
    struct moment seen;
    int card;
    float wanted[OUTPUTS];
};

static int play_deal(long deal, double astray, struct lesson *taught) { /* returns the number of samples */
    struct table at = dealt((int)(deal & 1));
    int me = (int)(deal >> 1 & 1), many = 0;
    enum other other = turns[(size_t)(deal / 4) % TURNS];
    while (at.left) {
        int card;
        if (at.turn == me || other == ITSELF) {
            struct moment seen = seen_by(&at, other);
            card = chance() < astray ? any_of(at.hands[at.turn]) : learned(&at, &seen);
            if (at.turn == me) taught[many++] = (struct lesson){.seen = seen, .card = card};
        } else {
            card = other == ORDINARY ? ordinary(&at) : any_of(at.hands[at.turn]);
        }
        put(&at, card);
    }
    int found = ends(at.hands[at.turn], at.hands[!at.turn], at.points[at.turn], at.points[!at.turn]);
    if (at.turn != me) found = -found;
    int won = (found > WON / 2) - (found < -WON / 2);
    for (int one = 0; one < many; one++) {
        taught[one].wanted[0] = (float)won;
        taught[one].wanted[1] = (float)(found - WON * won) / 100;
    }
    return many;
}

static double trial(struct table at, int me, enum other other) { /* 1 for a win, 0.5 for a draw */
    while (at.left) {
        int card;
        if (at.turn == me) {
            struct moment seen = seen_by(&at, other);
            card = learned(&at, &seen);
        } else {
            card = other == ORDINARY ? ordinary(&at) : any_of(at.hands[at.turn]);
        }
        put(&at, card);
    }
    int found = ends(at.hands[at.turn], at.hands[!at.turn], at.points[at.turn], at.points[!at.turn]);
    if (at.turn != me) found = -found;
    return ((found > WON / 2) - (found < -WON / 2) + 1) / 2.0;
}

static double fares(enum other other) { /* the share of wins in deals without random cards */
    double won = 0;
    for (long deal = 0; deal < TRIALS; deal++) {
        struct table at = dealt(0);
        for (int me = 0; me < 2; me++) won += trial(at, me, other);
    }
    return won / (2.0 * TRIALS);
}

static void learn(long deals) {
    static struct lesson taught[BATCH + TRICKS];
    long steps = 0, waiting = 0;
    scatter(&net.w0[0][0], INPUTS * WIDE, 0.12);
    scatter(&net.w1[0][0], WIDE * NARROW, 0.15);
    scatter(&net.w2[0][0], NARROW * OUTPUTS, 0.1);
    for (long deal = 0; deal < deals; deal++) {
        double part = (double)deal / (double)deals;
        waiting += play_deal(deal, part < 0.5 ? 0.08 : 0.03, taught + waiting);
        if (deals >= REPORTS * TRIALS && deal % (deals / REPORTS) == deals / REPORTS - 1) {
            double club = fares(ORDINARY), any = fares(ANYHOW);
            fprintf(stderr, "%ld deals: wins %.4f of club, %.4f of any card\n", deal + 1, club, any);
        }
        if (waiting < BATCH) continue;
        for (int one = 0; one < BATCH; one++) blame(&taught[one].seen, taught[one].card, taught[one].wanted);
        step(part < 0.5 ? 1e-3f : part < 0.8 ? 3e-4f : part < 0.95 ? 1e-4f : 3e-5f, ++steps);
        memmove(taught, taught + BATCH, sizeof *taught * (size_t)(waiting -= BATCH));
    }
}

static void answer(void) {
    struct table at = {.turn = 0};
    while (scanf("%d %d %d %" SCNu64 " %" SCNu64, &at.left, &at.turned, &at.led, &at.hands[0], &at.fallen) == 5)
        printf("%d\n", ordinary(&at));
}

int main(int count, char **words) {
    if (count != 2 && count != 4) {
        fprintf(stderr, "briscola_replies CONSTANTS [DEALS SEED]\n");
        return 2;
    }
    read_constants(words[1]);
    if (count == 2) {
        answer();
        return 0;
    }
    state = strtoull(words[3], NULL, 10);
    learn(atol(words[2]));
    return fwrite(&net, sizeof net, 1, stdout) != 1;
}
