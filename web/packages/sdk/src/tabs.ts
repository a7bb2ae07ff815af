import type { TextStorage } from './storage'
import type { LoginAnswer } from './user'

/** Messages between the tabs of one browser. A tab does not receive its own. */
export type TabNews =
  | { readonly type: 'token'; readonly answer: LoginAnswer & { accessToken: string } }
  | { readonly type: 'signed-out' }

/** `at`: when it was sent. Tabs that the browser froze receive old messages. */
type Message = TabNews & { readonly number?: number; readonly at: number }

export interface Channel {
  postMessage(message: Message): void
  addEventListener(type: 'message', listener: (event: { data: Message }) => void): void
  close(): void
}

/** Browser APIs shared by tabs. Without them (old browsers, workers) each tab works alone. */
export interface SharedParts {
  readonly locks?: Pick<LockManager, 'request'> | undefined
  readonly openChannel?: ((name: string) => Channel) | undefined
}

export interface Tabs {
  tell(news: TabNews): void
  /**
   * Runs `renew` in one tab at a time. A tab that waited while another renewed does not renew again: it returns as soon
   * as that tab's message has arrived.
   */
  renewInTurn(renew: () => Promise<void>): Promise<void>
  close(): void
}

/** Messages arrive almost at once; after this time the sending tab is assumed closed. */
const NEWS_LIMIT_MS = 500

interface TabsOptions {
  readonly name: string
  readonly parts: SharedParts
  readonly storage: TextStorage
  /** Off if each tab has its own token: tabs still renew one at a time and sign out together. */
  readonly shareTokens: boolean
  readonly onNews: (news: TabNews, at: number) => void
}

export function connectTabs({ name, parts, storage, shareTokens, onNews }: TabsOptions): Tabs {
  const channel = openChannel(name, parts)
  // Tokens are numbered, and the last number (never the token) is stored. A tab that waited for the lock can tell
  // whether a token was issued meanwhile, even if the message is still on its way.
  const counter = `${name}.token`
  const lastNumber = () => Number(storage.getItem(counter) ?? 0)
  let heard = 0
  let waiting: (() => void)[] = []

  channel?.addEventListener('message', ({ data: { number = 0, at, ...news } }) => {
    heard = Math.max(heard, number)
    onNews(news as TabNews, at)
    for (const check of waiting) check()
  })

  function hears(number: number): Promise<boolean> {
    return new Promise((resolve) => {
      const done = (isHeard: boolean) => {
        clearTimeout(limit)
        waiting = waiting.filter((other) => other !== check)
        resolve(isHeard)
      }
      const check = () => heard >= number && done(true)
      const limit = setTimeout(() => done(false), NEWS_LIMIT_MS)
      waiting.push(check)
      check()
    })
  }

  return {
    tell(news) {
      const at = Date.now()
      if (news.type !== 'token') channel?.postMessage({ ...news, at })
      else if (shareTokens) {
        heard = lastNumber() + 1
        storage.setItem(counter, String(heard))
        channel?.postMessage({ ...news, number: heard, at })
      }
    },

    async renewInTurn(renew) {
      const before = lastNumber()
      await inTurn(name, parts, async () => {
        const last = lastNumber()
        if (shareTokens && last !== before && (await hears(last))) return
        await renew()
      })
    },

    close: () => channel?.close(),
  }
}

// Browsers that forbid storage reject both APIs, by an exception or a rejected promise.

function openChannel(name: string, { openChannel: open }: SharedParts): Channel | undefined {
  try {
    return open?.(name)
  } catch {
    return undefined
  }
}

async function inTurn(name: string, { locks }: SharedParts, work: () => Promise<void>): Promise<void> {
  if (!locks) return work()
  let hasBegun = false
  try {
    await locks.request(name, () => {
      hasBegun = true
      return work()
    })
  } catch (error) {
    if (hasBegun) throw error
    await work()
  }
}
