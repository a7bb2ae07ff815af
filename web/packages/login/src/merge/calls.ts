import { type Answer, type ApiCall, type Body, post } from '../api-call'

const MERGES = '/identity/resources/merge-requests/v1'

export type MergeLink = Body<`${typeof MERGES}/verify`>

/**
 * What the owner of one mailbox is asked. `other` is masked, `goes` means that this mailbox belongs to the account that
 * will be closed, and `more` counts the tenants beyond those in `accounts`.
 */
export type MergeRequest = Answer<`${typeof MERGES}/verify`, 'POST'>

export type MergeOutcome = Answer<`${typeof MERGES}/answer`, 'POST'>['outcome']

/** Reads the link of a merge mail from the address; undefined if a parameter is missing. */
export function parseMergeLink(search: URLSearchParams): MergeLink | undefined {
  const mergeRequestId = search.get('mergeRequestId')
  const token = search.get('token')
  return mergeRequestId && token ? { mergeRequestId, token } : undefined
}

export const readMerge = (call: ApiCall, link: MergeLink) => call(`${MERGES}/verify`, post(link))

export const answerMerge = (call: ApiCall, link: MergeLink, agreed: boolean) =>
  call(`${MERGES}/answer`, post({ ...link, agreed }))
