import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import type { Strength } from './rules'
import lists from './word-lists.json'

// The server's own limits: a password that it rejects must be rated weak here.
const SEEN = 32
const LEAST_SCORE = 3
const LEAST_REST = 6
const SHORTEST_WORD = 3

/** As a power of ten: with this many guesses, testing a whole stolen database is infeasible. */
const STRONG = 12

const zxcvbn = new ZxcvbnFactory({ dictionary: readLists(), graphs: adjacencyGraphs })

/** Decodes the beginnings of the server's word lists, most frequent words first (`scripts/build_strength_lists.py`). */
function readLists(): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, groups]) => [name, groups.flatMap(readGroup)]))
}

/** A capital letter before each word encodes how many letters it shares with the previous word. */
function readGroup(group: string): string[] {
  let word = ''
  return [...group.matchAll(/([A-Z])([^A-Z]*)/g)].map(([, shared = 'A', rest = '']) => {
    word = word.slice(0, shared.charCodeAt(0) - 'A'.charCodeAt(0)) + rest
    return word
  })
}

/**
 * Estimates how hard a password is to guess. `about` lists what others know about the user: names, addresses, company,
 * product. The server rejects weak passwords; fair ones are just accepted.
 */
export function strengthOf(password: string, about: readonly string[] = []): Strength {
  const words = wordsOf(about)
  if (isPersonal(password, words)) return 'weak'
  const { score, guessesLog10 } = zxcvbn.check([...password].slice(0, SEEN).join(''), words)
  if (score < LEAST_SCORE) return 'weak'
  if (score === LEAST_SCORE) return 'fair'
  return guessesLog10 < STRONG ? 'good' : 'strong'
}

function wordsOf(texts: readonly string[]): string[] {
  const words = new Set(texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
  return [...words].filter((word) => word.length >= SHORTEST_WORD).sort((one, other) => other.length - one.length)
}

/**
 * Whether hardly anything is left without the known words. The estimate alone would count each repetition as another
 * choice.
 */
function isPersonal(password: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
  return [...rest].length < Math.min(LEAST_REST, [...password].length)
}
