import { cannedServer } from '@gatehouse/sdk/testing'
import { onlineManager } from '@tanstack/react-query'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test, vi } from 'vitest'
import { portal, renderPortal } from '../testing'

const server = cannedServer(...portal())

test('a message goes to the vendor, and says when the answer comes', async () => {
  const sent = vi.fn()
  server.use(
    http.post('*/api/v1/organization/prepare-contact', () =>
      HttpResponse.json({ email: 'help@vendor.test', person: 'Nora', answerHours: 24 }),
    ),
    http.post('*/api/v1/organization/contact', async ({ request }) => {
      sent(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  renderPortal('/contact')
  expect(await screen.findByText('Nora will reply')).toBeVisible()
  expect(screen.getByText('Usually within 1 day')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
  expect(await screen.findByText('Enter a message')).toBeVisible()
  await userEvent.type(screen.getByLabelText('Subject'), 'Seats')
  await userEvent.type(screen.getByLabelText('Message'), 'May we have more?')
  await userEvent.click(screen.getByRole('button', { name: 'Send message' }))
  await waitFor(() => expect(sent).toHaveBeenCalledWith({ subject: 'Seats', message: 'May we have more?' }))
  expect(await screen.findByText(/Message sent/)).toBeVisible()
  expect(screen.getByLabelText('Message')).toHaveValue('')
})

test('what is written stays when the page cannot be brought up to date', async () => {
  const asked = vi.fn()
  let person: string | undefined = 'Nora'
  server.use(
    http.post('*/api/v1/organization/prepare-contact', () => {
      asked()
      if (!person) return new HttpResponse(null, { status: 403 })
      return HttpResponse.json({ email: 'help@vendor.test', person, answerHours: 24 })
    }),
  )
  const reconnect = () => {
    act(() => onlineManager.setOnline(false))
    act(() => onlineManager.setOnline(true))
  }
  renderPortal('/contact')
  await userEvent.type(await screen.findByLabelText('Message'), 'May we have more?')
  asked.mockClear()
  person = undefined
  reconnect()
  await waitFor(() => expect(asked).toHaveBeenCalled())
  person = 'Nils'
  await waitFor(() => {
    reconnect()
    expect(screen.getByText('Nils will reply')).toBeVisible()
  })
  expect(screen.getByLabelText('Message')).toHaveValue('May we have more?')
})

test('without a mailbox the page leads to other ways', async () => {
  renderPortal('/contact')
  expect(await screen.findByText(/This form is closed/)).toBeVisible()
  expect(screen.queryByLabelText('Message')).not.toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Open Slack' })).toBeVisible()
})
