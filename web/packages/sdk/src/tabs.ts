import type { TextStorage } from './storage'
import type { LoginAnswer } from './user'

/** What tabs of one browser tell each other. A tab never hears itself. */
export type TabNews =
  | { readonly type: 'token'; readonly answer: LoginAnswer & { accessToken: string } }
  | { readonly type: 'signed-out' }

/** `at`: when it was sent. Tabs that the browser froze hear old news. */
type Message = TabNews & { readonly number?: number; readonly at: number }

export interface Channel {
  postMessage(message: Message): void
  addEventListener(type: 'message', listener: (event: { data: Message }) => void): void
  close(): void
}

/** The two browser parts that tabs share. Without them (old browsers, workers) each tab looks after itself. */
export interface SharedParts {
  readonly locks?: Pick<LockManager, 'request'> | undefined
  readonly openChannel?: ((name: string) => Channel) | undefined
}

export interface Tabs {
  tell(news: TabNews): void
  /**
   * Runs `renew` in one tab at a time. A tab that had to wait while another renewed does not renew again: it returns
   * as soon as that tab's news has arrived.
   */
  renewInTurn(renew: () => Promise<void>): Promise<void>
  close(): void
}

/** News travels in a moment; longer than this and the tab that should have sent it is gone. */
const NEWS_LIMIT_MS = 500

interface TabsOptions {
  readonly name: string
  readonly parts: SharedParts
  readonly storage: TextStorage
  /** Off where each tab has a token of its own: they still take turns, and still sign out together. */
  readonly shareTokens: boolean
  readonly onNews: (news: TabNews, at: number) => void
}

export function connectTabs({ name, parts, storage, shareTokens, onNews }: TabsOptions): Tabs {
  const channel = openChannel(name, parts)
  // Tokens are numbered, and the last number (never the token) is stored: so a tab that gets its turn can tell whether
  // there was a new one while it waited, even when the news of it is still on its way.
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

// Both parts are refused, by a throw or a rejection, where the browser forbids a page to keep anything.

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
