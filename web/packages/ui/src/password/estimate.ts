import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs } from '@zxcvbn-ts/language-common'
import type { Strength } from './rules'
import lists from './word-lists.json'

// The server's own limits: a password that it rejects must be rated weak here.
const MAX_CHARACTERS = 32
const MIN_SCORE = 3
const MIN_REST = 6
const MIN_WORD_LENGTH = 3

/** As a power of ten: with this many guesses, testing a whole stolen database is infeasible. */
const STRONG_LOG10 = 12

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
export function estimateStrength(password: string, about: readonly string[] = []): Strength {
  const words = splitWords(about)
  if (isPersonal(password, words)) return 'weak'
  const { score, guessesLog10 } = zxcvbn.check([...password].slice(0, MAX_CHARACTERS).join(''), words)
  if (score < MIN_SCORE) return 'weak'
  if (score === MIN_SCORE) return 'fair'
  return guessesLog10 < STRONG_LOG10 ? 'good' : 'strong'
}

function splitWords(texts: readonly string[]): string[] {
  const words = new Set(texts.flatMap((text) => text.toLowerCase().split(/[^\p{L}\p{N}]+/u)))
  return [...words].filter((word) => word.length >= MIN_WORD_LENGTH).sort((one, other) => other.length - one.length)
}

/**
 * Whether hardly anything is left without the known words. The estimate alone would count each repetition as another
 * choice.
 */
function isPersonal(password: string, words: readonly string[]): boolean {
  const rest = words.reduce((left, word) => left.replaceAll(word, ''), password.toLowerCase())
  return [...rest].length < Math.min(MIN_REST, [...password].length)
}
