// FIPS 180-4, for pages without `crypto.subtle`. The constants are the fraction bits of roots of the first primes.
const PRIMES = Array.from({ length: 310 }, (_, n) => n + 2)
  .filter((n) => Array.from({ length: n - 2 }, (_, d) => d + 2).every((d) => n % d !== 0))
  .slice(0, 64)
const fraction = (root: number) => ((root % 1) * 2 ** 32) >>> 0
const ROUND = Uint32Array.from(PRIMES, (prime) => fraction(Math.cbrt(prime)))
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)))

const rotate = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits))

export function sha256(data: Uint8Array): Uint8Array {
  const state = Uint32Array.from(START)
  const message = pad(data)
  for (let offset = 0; offset < message.byteLength; offset += 64) compress(state, schedule(message, offset))
  const digest = new DataView(new ArrayBuffer(32))
  state.forEach((word, index) => {
    digest.setUint32(index * 4, word)
  })
  return new Uint8Array(digest.buffer)
}

function pad(data: Uint8Array): DataView {
  const bytes = new Uint8Array(Math.ceil((data.length + 9) / 64) * 64)
  bytes.set(data)
  bytes[data.length] = 0x80
  const view = new DataView(bytes.buffer)
  view.setUint32(bytes.length - 4, data.length * 8)
  return view
}

function schedule(message: DataView, offset: number): Uint32Array {
  const words = new Uint32Array(64)
  const at = (index: number) => words[index] as number
  for (let i = 0; i < 16; i++) words[i] = message.getUint32(offset + i * 4)
  for (let i = 16; i < 64; i++) {
    const early = rotate(at(i - 15), 7) ^ rotate(at(i - 15), 18) ^ (at(i - 15) >>> 3)
    const late = rotate(at(i - 2), 17) ^ rotate(at(i - 2), 19) ^ (at(i - 2) >>> 10)
    words[i] = at(i - 16) + early + at(i - 7) + late
  }
  return words
}

type Eight = [number, number, number, number, number, number, number, number]

function compress(state: Uint32Array, words: Uint32Array): void {
  let [a, b, c, d, e, f, g, h] = [...state] as Eight
  words.forEach((word, i) => {
    const mixE = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const mixA = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const one = h + mixE + ((e & f) ^ (~e & g)) + (ROUND[i] as number) + word
    const two = mixA + ((a & b) ^ (a & c) ^ (b & c))
    ;[a, b, c, d, e, f, g, h] = [(one + two) | 0, a, b, c, (d + one) | 0, e, f, g]
  })
  for (const [i, word] of [a, b, c, d, e, f, g, h].entries()) state[i] = (state[i] as number) + word
}
