import { type Answer, type ApiCall, type Body, post } from '../api-call'

// Shapes: wire reference, "Approval flows".
const FLOWS = '/identity/resources/approval-flows/v1'

export type ApprovalLink = Omit<Body<`${typeof FLOWS}/approver-action`>, 'approved'>

export type ApprovalRequest = Answer<`${typeof FLOWS}/execution-data`>

/** Reads the approver's link from the address; undefined if a parameter is missing. */
export function parseApprovalLink(search: URLSearchParams): ApprovalLink | undefined {
  const approvalFlowExecutionId = search.get('approvalFlowExecutionId')
  const approverId = search.get('approverId')
  const approvalFlowStepId = search.get('approvalFlowStepId')
  if (!approvalFlowExecutionId || !approverId || !approvalFlowStepId) return undefined
  return { approvalFlowExecutionId, approverId, approvalFlowStepId }
}

export const readApproval = (call: ApiCall, link: ApprovalLink) =>
  call(`${FLOWS}/execution-data`, { query: { ...link } })

export const answerApproval = (call: ApiCall, link: ApprovalLink, approved: boolean) =>
  call(`${FLOWS}/approver-action`, post({ ...link, approved }))
