import type { Call } from '@gatehouse/sdk'

const MERGES = '/identity/resources/merge-requests/v1'

export interface MergeLink {
  readonly mergeRequestId: string
  readonly token: string
}

/** What one of two mailboxes is asked; the middle of the other address is left out. */
export interface MergeAsked {
  readonly address: string
  readonly other: string
  /** Theirs is the account that ends. */
  readonly goes: boolean
  readonly accounts: readonly string[]
  /** How many accounts there are besides. */
  readonly more: number
  readonly expiresAt: string
}

export type MergeOutcome = 'waiting' | 'merged' | 'refused' | 'stopped'

/** Of the address that the mail led to; undefined when it is not whole. */
export function mergeLinkOf(search: URLSearchParams): MergeLink | undefined {
  const mergeRequestId = search.get('mergeRequestId')
  const token = search.get('token')
  return mergeRequestId && token ? { mergeRequestId, token } : undefined
}

export const readMerge = (call: Call, link: MergeLink) =>
  call<MergeAsked>(`${MERGES}/verify`, { method: 'POST', body: { ...link } })

export const answerMerge = (call: Call, link: MergeLink, agreed: boolean) =>
  call<{ outcome: MergeOutcome }>(`${MERGES}/answer`, { method: 'POST', body: { ...link, agreed } })
