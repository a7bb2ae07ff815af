import { cannedServer } from '@gatehouse/sdk/testing'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { SetUp } from './set-up'

const HOST = 'http://gatehouse.test'
const PATH = '*/vendor/resources/first-owner/v1'
const server = cannedServer(http.post(`${PATH}/verify`, () => new HttpResponse(null, { status: 204 })))

const over = () =>
  HttpResponse.json(
    { errors: ['Over'], errorCode: 'first_owner.link_over', errorCodes: ['first_owner.link_over'], context: {} },
    { status: 404 },
  )
const open = () => render(<SetUp token="printed" baseUrl={HOST} env="test" />)

async function fillIn(user: ReturnType<typeof userEvent.setup>) {
  await user.type(await screen.findByLabelText('Work email'), 'ada@umbrella.test')
  await user.type(screen.getByLabelText('Full name'), 'Ada Owner')
  await user.type(screen.getByLabelText('Company'), 'Umbrella')
  await user.type(screen.getByLabelText('Password'), 'correct-horse-battery')
  await user.click(screen.getByRole('button', { name: 'Create owner account' }))
}

test('the form creates the first owner, and leads to setting up MFA', async () => {
  const asked: unknown[] = []
  server.use(
    http.post(PATH, async ({ request }) => {
      asked.push(await request.json())
      return new HttpResponse(null, { status: 204 })
    }),
  )
  open()
  await fillIn(userEvent.setup())
  expect(await screen.findByText('Owner account created')).toBeVisible()
  expect(screen.getByRole('link', { name: /set up MFA/ })).toHaveAttribute(
    'href',
    '/account/login?redirectUrl=%2Foauth%2Fportal%2Fprivacy',
  )
  expect(asked).toEqual([
    {
      token: 'printed',
      email: 'ada@umbrella.test',
      name: 'Ada Owner',
      companyName: 'Umbrella',
      password: 'correct-horse-battery',
    },
  ])
})

test('a link that is over says so at once', async () => {
  server.use(http.post(`${PATH}/verify`, over))
  open()
  expect(await screen.findByText('This link has expired')).toBeVisible()
})

test('a link that was used in the meantime says so', async () => {
  server.use(http.post(PATH, over))
  open()
  await fillIn(userEvent.setup())
  expect(await screen.findByText('This link has expired')).toBeVisible()
})

test('what is refused is said, and what was typed stays', async () => {
  server.use(
    http.post(PATH, () =>
      HttpResponse.json({ errors: ['Too easy'], errorCode: 'x', errorCodes: ['x'], context: {} }, { status: 400 }),
    ),
  )
  open()
  await fillIn(userEvent.setup())
  expect(await screen.findByText('Too easy')).toBeVisible()
  expect(screen.getByLabelText('Full name')).toHaveValue('Ada Owner')
})
