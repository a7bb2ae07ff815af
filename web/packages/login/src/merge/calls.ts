import type { Call } from '@gatehouse/sdk'

const MERGES = '/identity/resources/merge-requests/v1'

export interface MergeLink {
  readonly mergeRequestId: string
  readonly token: string
}

/** What the owner of one mailbox is asked. The other address is masked. */
export interface MergeRequest {
  readonly address: string
  readonly other: string
  /** This mailbox belongs to the account that will be closed. */
  readonly goes: boolean
  readonly accounts: readonly string[]
  /** The number of tenants beyond those named. */
  readonly more: number
  readonly expiresAt: string
}

export type MergeOutcome = 'waiting' | 'merged' | 'refused' | 'stopped'

/** Reads the link of a merge mail from the address; undefined if a parameter is missing. */
export function parseMergeLink(search: URLSearchParams): MergeLink | undefined {
  const mergeRequestId = search.get('mergeRequestId')
  const token = search.get('token')
  return mergeRequestId && token ? { mergeRequestId, token } : undefined
}

export const readMerge = (call: Call, link: MergeLink) =>
  call<MergeRequest>(`${MERGES}/verify`, { method: 'POST', body: { ...link } })

export const answerMerge = (call: Call, link: MergeLink, agreed: boolean) =>
  call<{ outcome: MergeOutcome }>(`${MERGES}/answer`, { method: 'POST', body: { ...link, agreed } })
