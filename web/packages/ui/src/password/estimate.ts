import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import type { Strength } from './rules'
import lists from './word-lists.json'

// The server's own numbers: what it refuses is called weak here, whatever else it looks like.
const SEEN = 32
const LEAST_SCORE = 3
const LEAST_REST = 6
const SHORTEST_WORD = 3

/** Guesses, as a power of ten, from which on nobody gets through the whole of a stolen database. */
const STRONG = 12

const zxcvbn = new ZxcvbnFactory({ dictionary: readLists(), graphs: adjacencyGraphs })

/** The beginnings of the server's own lists, the most frequent words first (`scripts/build_strength_lists.py`). */
function readLists(): Record<string, string[]> {
  return Object.fromEntries(Object.entries(lists).map(([name, groups]) => [name, groups.flatMap(readGroup)]))
}

/** Before each word stands, as a capital letter, how many letters it shares with the word before. */
function readGroup(group: string): string[] {
  let word = ''
  return [...group.matchAll(/([A-Z])([^A-Z]*)/g)].map(([, shared = 'A', rest = '']) => {
    word = word.slice(0, shared.charCodeAt(0) - 'A'.charCodeAt(0)) + rest
    return word
  })
}

/**
 * How hard a password is to guess. `about` is what others know of the person: names, addresses, company, product. Weak
 * is refused by the server, fair is just accepted.
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

/** True when hardly anything is left without what others know. To the estimate every repetition is one more choice. */
function isPersonal(password: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
  return [...rest].length < Math.min(LEAST_REST, [...password].length)
}
