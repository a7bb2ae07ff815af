import { cannedServer, notSignedIn, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const LINK = {
  approvalFlowExecutionId: '0d7f0c36-6d3e-4a7e-9a52-5a2f5f0a1c11',
  approverId: 'secret',
  approvalFlowStepId: '0d7f0c36-6d3e-4a7e-9a52-5a2f5f0a1c22',
}
const PAGE = `/account/approval-flow?${new URLSearchParams(LINK)}`
const DATA = '*/identity/resources/approval-flows/v1/execution-data'
const ACT = '*/identity/resources/approval-flows/v1/approver-action'
const REQUEST = {
  approvalFlowName: 'Delete the project',
  approvalFlowDescription: 'It cannot be restored.',
  requester: 'ann@acme.test',
  approvalFlowRequestDate: '2026-11-22T08:00:00Z',
  executionData: { project: 'Apollo', files: 12 },
}
const server = cannedServer(
  ...notSignedIn(),
  ...vendor(),
  http.get(DATA, ({ request }) => {
    expect(Object.fromEntries(new URL(request.url).searchParams)).toEqual(LINK)
    return HttpResponse.json(REQUEST)
  }),
)

function answers(answer: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post(ACT, async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}

test.each([
  ['Approve', true, 'Request approved'],
  ['Reject', false, 'Request rejected'],
])('%s answers once, and opening the page answers nothing', async (button, approved, title) => {
  const bodies = answers(() => HttpResponse.json({ success: true }))
  openLogin(PAGE)
  expect(await screen.findByRole('heading', { name: 'Delete the project' })).toBeVisible()
  expect(screen.getByText('ann@acme.test')).toBeVisible()
  expect(screen.getByText('Apollo')).toBeVisible()
  expect(screen.getByText('12')).toBeVisible()
  // Neither button is focused, so that a single key press cannot answer.
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Delete the project' })).toHaveFocus())
  expect(bodies).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: button }))
  await waitFor(() => expect(screen.getByRole('heading', { name: title })).toHaveFocus())
  expect(bodies).toEqual([{ ...LINK, approved }])
})

test('a request that another approver decided is closed', async () => {
  answers(() => refusal(404, 'approvals.link_over', 'This link is no longer valid'))
  openLogin(PAGE)
  await userEvent.click(await screen.findByRole('button', { name: 'Approve' }))
  expect(await screen.findByRole('heading', { name: 'This request is closed' })).toBeVisible()
})

test('a link that was used is over from the start', async () => {
  server.use(http.get(DATA, () => refusal(404, 'approvals.link_over', 'This link is no longer valid')))
  openLogin(PAGE)
  expect(await screen.findByRole('heading', { name: 'This request is closed' })).toBeVisible()
})

test('a link that was cut off is over', async () => {
  openLogin('/account/approval-flow?approverId=secret')
  expect(await screen.findByRole('heading', { name: 'This request is closed' })).toBeVisible()
})

test('in German', async () => {
  openLogin(PAGE, { language: 'de' })
  expect(await screen.findByRole('button', { name: 'Genehmigen' })).toBeVisible()
})
