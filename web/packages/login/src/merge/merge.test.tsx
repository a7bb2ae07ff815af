import { cannedServer, notSignedIn, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const LINK = { mergeRequestId: '0d7f0c36-6d3e-4a7e-9a52-5a2f5f0a1c11', token: 'secret' }
const PAGE = `/account/approval-flow?${new URLSearchParams(LINK)}`
const LOOK = '*/identity/resources/merge-requests/v1/verify'
const ANSWER = '*/identity/resources/merge-requests/v1/answer'
const ASKED = {
  address: 'ada@acme.test',
  other: 'l***@g.test',
  goes: true,
  accounts: ['Acme', 'Initech'],
  more: 3,
  expiresAt: '2026-11-29T08:00:00Z',
}
const OVER = 'This request is closed'
const server = cannedServer(...notSignedIn(), ...vendor())

/** Mocks the link's request and the response to its answers. */
function asks(asked: Partial<typeof ASKED> = {}, answer = () => HttpResponse.json({ outcome: 'waiting' }) as Response) {
  const bodies: unknown[] = []
  server.use(
    http.post(LOOK, async ({ request }) => {
      expect(await request.json()).toEqual(LINK)
      return HttpResponse.json({ ...ASKED, ...asked })
    }),
    http.post(ANSWER, async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}

test('who goes is told what ends and what moves, and nothing is decided before a click', async () => {
  const bodies = asks()
  openLogin(PAGE)
  expect(await screen.findByText('ada@acme.test')).toBeVisible()
  expect(screen.getByText(/will be merged into l\*\*\*@g\.test/)).toBeVisible()
  expect(screen.getByText(/This account will be closed/)).toBeVisible()
  expect(screen.getByText(/member of Acme, Initech, and 3 more/)).toBeVisible()
  expect(screen.getByText(/MFA methods of l\*\*\*@g\.test/)).toBeVisible()
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Merge your accounts?' })).toHaveFocus())
  expect(bodies).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Merge accounts' }))
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Merge confirmed' })).toHaveFocus())
  expect(bodies).toEqual([{ ...LINK, agreed: true }])
  expect(screen.queryByRole('link', { name: 'Back to sign-in' })).toBeNull()
})

test('who stays is told what comes, and that their password stays', async () => {
  asks({ goes: false }, () => HttpResponse.json({ outcome: 'merged' }))
  openLogin(PAGE)
  expect(await screen.findByText(/l\*\*\*@g\.test will be merged into/)).toBeVisible()
  expect(screen.getByText(/The other account will be closed/)).toBeVisible()
  expect(screen.getByText(/Your password, passkeys and MFA stay/)).toBeVisible()
  expect(screen.queryByText(/Acme/)).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Merge accounts' }))
  expect(await screen.findByRole('heading', { name: 'Accounts merged' })).toBeVisible()
  expect(screen.getByText('Back to sign-in')).toBeVisible()
})

test('a user who did not request it can say so', async () => {
  const bodies = asks({}, () => HttpResponse.json({ outcome: 'refused' }))
  openLogin(PAGE)
  await userEvent.click(await screen.findByRole('button', { name: 'This wasn’t me' }))
  expect(await screen.findByRole('heading', { name: 'No changes made' })).toBeVisible()
  expect(bodies).toEqual([{ ...LINK, agreed: false }])
})

test('what changed meanwhile is told', async () => {
  asks({}, () => HttpResponse.json({ outcome: 'stopped' }))
  openLogin(PAGE)
  await userEvent.click(await screen.findByRole('button', { name: 'Merge accounts' }))
  expect(await screen.findByRole('heading', { name: 'The accounts could not be merged' })).toBeVisible()
})

test('a refusal that passes is told, and the question stays', async () => {
  asks({}, () => refusal(409, 'merges.busy', 'Try again in a moment'))
  openLogin(PAGE)
  await userEvent.click(await screen.findByRole('button', { name: 'Merge accounts' }))
  expect(await screen.findByText('Try again in a moment')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Merge accounts' })).toBeEnabled()
})

test('a link that was used is over from the start', async () => {
  server.use(http.post(LOOK, () => refusal(404, 'merges.link_over', 'No longer valid')))
  openLogin(PAGE)
  expect(await screen.findByRole('heading', { name: OVER })).toBeVisible()
})

test('a request that was withdrawn meanwhile is over', async () => {
  asks({}, () => refusal(404, 'merges.link_over', 'No longer valid'))
  openLogin(PAGE)
  await userEvent.click(await screen.findByRole('button', { name: 'Merge accounts' }))
  expect(await screen.findByRole('heading', { name: OVER })).toBeVisible()
})

test('a link that was cut off is over', async () => {
  openLogin('/account/approval-flow?mergeRequestId=1')
  expect(await screen.findByRole('heading', { name: OVER })).toBeVisible()
})

test('in German', async () => {
  asks()
  openLogin(PAGE, { language: 'de' })
  expect(await screen.findByRole('button', { name: 'Konten zusammenführen' })).toBeVisible()
  expect(screen.getByRole('button', { name: 'Das war ich nicht' })).toBeVisible()
  expect(screen.getByText(/Acme, Initech und 3 weiteren Konten/)).toBeVisible()
})
