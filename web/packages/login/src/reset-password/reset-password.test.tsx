import { cannedServer, notSignedIn, recorded, refusal } from '@gatehouse/sdk/testing'
import { act, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, vendor } from '../testing'

const PAGE = '/account/reset-password?userId=u1&token=tok'
const done = (status = 201) => new HttpResponse(null, { status })
const server = cannedServer(
  ...notSignedIn(),
  ...vendor(),
  http.get('*/configurations/v1/password', () => HttpResponse.json(recorded.PASSWORD_CONFIG)),
  http.get('*/users/v1/passwords/config', () => HttpResponse.json(recorded.PASSWORD_CONFIG)),
  http.post('*/users/v1/passwords/reset/validate', () => done(200)),
)

function answer(path: string, response: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http.post(path, async ({ request }) => {
      bodies.push(await request.json())
      return response()
    }),
  )
  return bodies
}

test('forgetting is answered alike for every address', async () => {
  const bodies = answer('*/users/v1/passwords/reset', () => done())
  const { navigation } = openLogin('/account/forget-password')
  await userEvent.type(await screen.findByLabelText('Email'), 'nobody@acme.test{Enter}')
  await waitFor(() => expect(screen.getByRole('heading', { name: 'Check your email' })).toHaveFocus())
  expect(screen.getByText('nobody@acme.test')).toBeVisible()
  expect(bodies).toEqual([{ email: 'nobody@acme.test' }])
  expect(navigation.getPlace()).toMatchObject({ step: 'success', email: 'nobody@acme.test' })
  act(() => navigation.back())
  expect(await screen.findByLabelText('Email')).toHaveValue('nobody@acme.test')
  await userEvent.click(screen.getByRole('link', { name: 'Back to sign-in' }))
  expect(await screen.findByRole('button', { name: 'Sign in' })).toBeVisible()
})

test('an address that the server refuses is said at the field, trouble above the form', async () => {
  answer('*/users/v1/passwords/reset', () => refusal(400, 'users.email_invalid', 'This is not an address'))
  openLogin('/account/forget-password')
  const email = await screen.findByLabelText('Email')
  await userEvent.type(email, 'a@b.c{Enter}')
  await waitFor(() => expect(email).toHaveAccessibleDescription('This is not an address'))
  answer('*/users/v1/passwords/reset', () => HttpResponse.html('<h1>Bad Gateway</h1>', { status: 502 }))
  await userEvent.type(email, 'e{Enter}')
  expect(await screen.findByText('Unknown error occurred')).toBeVisible()
  answer('*/users/v1/passwords/reset', () => refusal(429, 'rate.limited', 'Too many tries. Wait a minute.'))
  await userEvent.type(email, 'd{Enter}')
  expect(await screen.findByText('Too many tries. Wait a minute.')).toBeVisible()
})

test('a new password leads to the login page, which says so', async () => {
  const bodies = answer('*/users/v1/passwords/reset/verify', () => done())
  const { navigation } = openLogin(PAGE)
  const password = await screen.findByLabelText('New password')
  await waitFor(() => expect(password).toHaveFocus())
  await userEvent.type(password, 'a sentence to remember{Enter}')
  expect(await screen.findByText('Your password has been changed. Sign in with your new password.')).toBeVisible()
  expect(bodies).toEqual([{ userId: 'u1', token: 'tok', password: 'a sentence to remember' }])
  expect(navigation.getPlace()).toMatchObject({ path: '/account/login', search: '' })
})

test('a message says what was just done, and no older reason for the sign-out', async () => {
  answer('*/users/v1/passwords/reset/verify', () => done())
  const ended = { errors: ['Session not found'], errorCode: 'session.not_found', context: { reason: 'credentials' } }
  server.use(http.post('*/user/token/refresh', () => HttpResponse.json(ended, { status: 401 })))
  openLogin(PAGE)
  await userEvent.type(await screen.findByLabelText('New password'), 'a sentence to remember{Enter}')
  expect(await screen.findByText('Your password has been changed. Sign in with your new password.')).toBeVisible()
  expect(screen.queryByText('Your session ended because your sign-in details changed.')).not.toBeInTheDocument()
})

test('a refused password is said at the field', async () => {
  answer('*/users/v1/passwords/reset/verify', () => refusal(400, 'passwords.too_weak', 'Add a word or two.'))
  openLogin(PAGE)
  const password = await screen.findByLabelText('New password')
  await userEvent.type(password, 'aaaaaaaaaaaaaaaaaa{Enter}')
  await waitFor(() => expect(password).toHaveAccessibleDescription('Add a word or two.'))
})

test('a link that is known to be dead is said before anything is typed', async () => {
  answer('*/users/v1/passwords/reset/validate', () => refusal(410, 'passwords.reset_link_expired', 'Expired'))
  const { navigation } = openLogin(PAGE)
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send a new link' }))
  expect(navigation.getPlace().path).toBe('/account/forget-password')
})

test('a link that died meanwhile is said after', async () => {
  answer('*/users/v1/passwords/reset/verify', () => refusal(410, 'passwords.reset_link_expired', 'Expired'))
  openLogin(PAGE)
  await userEvent.type(await screen.findByLabelText('New password'), 'a sentence to remember{Enter}')
  expect(await screen.findByRole('heading', { name: 'This link no longer works' })).toBeVisible()
})
