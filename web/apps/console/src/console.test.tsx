import { boot, cannedServer, signedIn } from '@gatehouse/sdk/testing'
import { screen } from '@testing-library/react'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { renderAsFound } from './testing'

const server = cannedServer(...boot({}))

function refusedWith(errorCode: string) {
  server.use(
    ...signedIn({ metadata: '{}' }),
    http.get('*/vendors/public', () => HttpResponse.json({ name: 'Acme Cloud', whiteLabelMode: true })),
    http.post('*/vendor/resources/staff/v1/token', () =>
      HttpResponse.json({ errors: ['No'], errorCode, errorCodes: [errorCode], context: {} }, { status: 403 }),
    ),
  )
}

test('a user who is not staff is told so, with a link to their own account', async () => {
  refusedWith('staff.not_staff')
  renderAsFound('/')
  expect(await screen.findByText('You do not have access to the console')).toBeVisible()
  expect(screen.getByRole('link', { name: 'My account' })).toHaveAttribute('href', '/oauth/portal')
})

test('a user who signed in without MFA is asked for it', async () => {
  refusedWith('access.step_up_needed')
  renderAsFound('/')
  expect(await screen.findByText('Multi-factor authentication required')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Continue' })).toBeVisible()
})
