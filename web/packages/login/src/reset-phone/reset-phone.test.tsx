import { cannedServer, notSignedIn, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { openLogin, reloadedLogin, vendor } from '../testing'

const PHONE = '*/identity/resources/users/v1/phone'
const server = cannedServer(...notSignedIn(), ...vendor({ authStrategy: 'SmsCode' }))

function takes(method: 'post' | 'put', path: string, answer: () => Response) {
  const bodies: unknown[] = []
  server.use(
    http[method](path, async ({ request }) => {
      bodies.push(await request.json())
      return answer()
    }),
  )
  return bodies
}

test('mailbox, code, new number: then one signs in with the code that was sent there', async () => {
  const begun = takes('post', `${PHONE}/reset`, () => HttpResponse.json({ resetPhoneNumberToken: 'reset' }))
  const proved = takes('post', `${PHONE}/reset/verify`, () => HttpResponse.json({ changePhoneNumberToken: 'change' }))
  const changed = takes('put', `${PHONE}/change`, () => new HttpResponse(null))
  const sent = takes('post', '*/passwordless/smscode/prelogin', () => HttpResponse.json({}))
  const { navigation } = openLogin('/account/reset-phone-number')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test{Enter}')
  await userEvent.type(await screen.findByLabelText('Six-digit code'), '123456')
  await userEvent.type(await screen.findByLabelText('Phone number'), '+1 555 010 0199{Enter}')
  expect(await screen.findByText('If your account has a phone number, we sent a code to it.')).toBeVisible()
  expect(navigation.getPlace().path).toBe('/account/login')
  expect(begun).toEqual([{ email: 'ada@acme.test' }])
  expect(proved).toEqual([{ resetPhoneNumberToken: 'reset', code: '123456' }])
  expect(changed).toEqual([{ changePhoneNumberToken: 'change', phoneNumber: '+1 555 010 0199' }])
  expect(sent).toEqual([{ email: 'ada@acme.test' }])
})

test('a wrong code is said at the code; a reload begins again, with the address', async () => {
  takes('post', `${PHONE}/reset`, () => HttpResponse.json({ resetPhoneNumberToken: 'reset' }))
  takes('post', `${PHONE}/reset/verify`, () => refusal(401, 'ER-01011', 'The code is incorrect'))
  const opened = openLogin('/account/reset-phone-number')
  await userEvent.type(await screen.findByLabelText('Email'), 'ada@acme.test{Enter}')
  const code = await screen.findByLabelText('Six-digit code')
  await userEvent.type(code, '000000')
  await waitFor(() => expect(code).toHaveAccessibleDescription('The code is incorrect'))
  reloadedLogin(opened)
  expect(await screen.findByLabelText('Email')).toHaveValue('ada@acme.test')
})
