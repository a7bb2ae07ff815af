import { boot, cannedServer, refusal } from '@gatehouse/sdk/testing'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { HttpResponse, http } from 'msw'
import { expect, test } from 'vitest'
import { READ_ONLY, renderConsole } from '../testing'
import type { MailTemplate } from '../wire'
import { fillPlaceholders, placeholdersOf } from './mail-types'

const server = cannedServer(...boot({}))

const RESET: MailTemplate = {
  type: 'ResetPassword',
  htmlTemplate: '<p>Hello {{name}}, <a href="{{link}}">set a new one</a></p>',
  senderEmail: 'mail@gatehouse.test',
  fromName: 'Acme',
  subject: 'A new password',
  redirectURL: 'https://gatehouse.test/account',
  successRedirectUrl: 'https://gatehouse.test/account',
  active: true,
}

/** Serves email templates. Returns the requests. */
function withMessages(...written: MailTemplate[]) {
  const asked: unknown[] = []
  const note = async (what: string, request: Request) => asked.push([what, await request.json()])
  server.use(
    http.get('*/mail/v1/configs/templates', () => HttpResponse.json(written)),
    http.get('*/mail/v1/configs/ResetPassword/default', () => HttpResponse.json(RESET)),
    http.post('*/mail/v1/configs/templates', async ({ request }) => {
      await note('MAIL', request)
      return new HttpResponse(null, { status: 201 })
    }),
    http.delete('*/mail/v1/configs/templates/:id', ({ params }) => {
      asked.push(['DELETE', params.id])
      return new HttpResponse(null, { status: 200 })
    }),
    http.get('*/sms/templates', () => HttpResponse.json([])),
    http.get('*/sms/templates/default/all', () =>
      HttpResponse.json([
        { type: 'OTC', template: '{{code}} is your code for {{vendor}}' },
        { type: 'MFAOTC', template: '{{code}}' },
      ]),
    ),
    http.post('*/sms/templates/OTC', async ({ request }) => {
      await note('SMS', request)
      return HttpResponse.json({ type: 'OTC', template: 'x' }, { status: 201 })
    }),
    http.get('*/mail/v1/configurations', () => refusal(404, 'mail_configurations.missing', 'None')),
    http.get('*/configurations/v1/sms', () => refusal(404, 'sms_configuration.missing', 'None')),
    http.post('*/mail/v2/configurations', async ({ request }) => {
      await note('SENDER', request)
      return new HttpResponse(null, { status: 201 })
    }),
  )
  return asked
}

test('an email template is edited with a preview', async () => {
  const user = userEvent.setup()
  const asked = withMessages()
  renderConsole('/messages/mail', { server })
  await user.click(await screen.findByRole('button', { name: 'Edit Password reset' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Password reset' })
  const subject = await within(dialog).findByLabelText('Subject')
  await user.clear(subject)
  await user.type(subject, 'Choose a new password')
  const preview = within(dialog).getByTitle('Preview')
  expect(preview).toHaveAttribute('sandbox', '')
  expect(preview.getAttribute('srcdoc')).toContain('Hello Ada Lovelace')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Password reset saved')).toBeVisible()
  expect(asked).toMatchObject([['MAIL', { type: 'ResetPassword', subject: 'Choose a new password', active: true }]])
})

test('a rejected placeholder is reported at the text', async () => {
  const user = userEvent.setup()
  withMessages()
  server.use(
    http.post('*/mail/v1/configs/templates', () =>
      refusal(400, 'templates.refused', 'htmlTemplate: {{nam}} is not a valid placeholder here'),
    ),
  )
  renderConsole('/messages/mail', { server })
  await user.click(await screen.findByRole('button', { name: 'Edit Password reset' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Password reset' })
  await user.type(await within(dialog).findByLabelText('HTML body'), 'x')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText(/is not a valid placeholder here/)).toBeVisible()
})

test('a mail goes back to the default', async () => {
  const user = userEvent.setup()
  const asked = withMessages({ ...RESET, id: 'm1', active: false })
  renderConsole('/messages/mail', { server })
  expect(await screen.findByText('Turned off')).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Restore default' }))
  const question = await screen.findByRole('dialog', { name: 'Restore the default for Password reset?' })
  await user.click(within(question).getByRole('button', { name: 'Restore default' }))
  await waitFor(() => expect(asked).toEqual([['DELETE', 'm1']]))
})

test('a text message is written', async () => {
  const user = userEvent.setup()
  const asked = withMessages()
  renderConsole('/messages/sms', { server })
  await user.click(await screen.findByRole('button', { name: 'Edit Sign-in and phone verification' }))
  const dialog = await screen.findByRole('dialog')
  expect(within(dialog).getByText(/123456 is your code for/)).toBeVisible()
  await user.type(within(dialog).getByLabelText('Message'), '!')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toEqual([['SMS', { template: '{{code}} is your code for {{vendor}}!' }]]))
})

test('mail goes through a service of the vendor', async () => {
  const user = userEvent.setup()
  const asked = withMessages()
  renderConsole('/messages/senders', { server })
  const card = await screen.findByRole('region', { name: 'Email provider' })
  expect(within(card).getByText('Email is sent as configured in the installation settings.')).toBeVisible()
  await user.type(within(card).getByLabelText('API key'), 'SG.secret-of-ours')
  await user.click(within(card).getByRole('button', { name: 'Save changes' }))
  expect(await screen.findByText('Email provider saved')).toBeVisible()
  expect(asked).toEqual([['SENDER', { payload: { provider: 'sendgrid', secret: 'SG.secret-of-ours' } }]])
})

test('a test message is sent to the signed-in user, and an error is shown', async () => {
  withMessages()
  server.use(
    http.post('*/trial-messages/v1/mail', () => HttpResponse.json({ sentTo: 'ada@vendor.test' })),
    http.post('*/trial-messages/v1/sms', () => refusal(409, 'trial_messages.nobody', 'You have no phone number')),
  )
  renderConsole('/messages/senders', { server })
  await userEvent.click(await screen.findByRole('button', { name: 'Send test email' }))
  expect(await screen.findByText('Test message sent to ada@vendor.test')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Send test message' }))
  expect(await screen.findByText('You have no phone number')).toBeVisible()
})

test('a read-only role sees the emails and changes nothing', async () => {
  withMessages({ ...RESET, id: 'm1' })
  renderConsole('/messages/mail', { permissions: READ_ONLY, server })
  expect(await screen.findByRole('button', { name: 'Show Password reset' })).toBeVisible()
  expect(screen.queryByRole('button', { name: /Edit|default/ })).toBeNull()
})

test('placeholders are found and filled', () => {
  expect(placeholdersOf('{{ link }} {{link}} {{code}}')).toEqual(['link', 'code'])
  expect(fillPlaceholders('{{code}} {{none}}', { code: '1' })).toBe('1 {{none}}')
})

test('what a service or an account lacks is said at its field, and nothing is sent', async () => {
  const user = userEvent.setup()
  const asked = withMessages()
  renderConsole('/messages/senders', { server })
  const mail = await screen.findByRole('region', { name: 'Email provider' })
  await user.click(within(mail).getByRole('combobox', { name: 'Provider' }))
  await user.click(await screen.findByRole('option', { name: 'Amazon SES' }))
  await user.type(within(mail).getByLabelText('Region'), 'Frankfurt')
  await user.type(within(mail).getByLabelText('API key'), 'with a space')
  await user.click(within(mail).getByRole('button', { name: 'Save changes' }))
  expect(await within(mail).findByText('Enter a region such as eu-central-1')).toBeVisible()
  expect(within(mail).getByText('Enter 4 to 128 letters and digits')).toBeVisible()
  expect(within(mail).getByText(/^Enter 8 to 512/)).toBeVisible()
  expect(within(mail).getByLabelText('Region')).toHaveValue('Frankfurt')

  const sms = screen.getByRole('region', { name: 'Text message provider' })
  await user.type(within(sms).getByLabelText('Account ID'), 'AC 1')
  await user.click(within(sms).getByRole('button', { name: 'Save changes' }))
  expect(await within(sms).findByText('Enter 2 to 64 letters and digits')).toBeVisible()
  await user.clear(within(sms).getByLabelText('Account ID'))
  await user.type(within(sms).getByLabelText('Account ID'), 'AC1')
  expect(await within(sms).findByText('This field is required')).toBeVisible()
  expect(within(sms).getByLabelText('Sender name or number')).toBeInvalid()
  expect(asked).toEqual([])
})

test('an address of the sender that is none is said at its field', async () => {
  const user = userEvent.setup()
  withMessages()
  server.use(
    http.post('*/mail/v1/configs/templates', () => refusal(400, 'users.email_invalid', 'This is not a valid email')),
  )
  renderConsole('/messages/mail', { server })
  await user.click(await screen.findByRole('button', { name: 'Edit Password reset' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Password reset' })
  const address = await within(dialog).findByLabelText(/Sender email address/)
  await user.clear(address)
  await user.type(address, 'nope')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText('This is not a valid email')).toBeVisible()
  expect(address).toBeInvalid()
})

test('after a mail the focus is where it was, also when the mail was still on its way', async () => {
  const user = userEvent.setup()
  withMessages()
  renderConsole('/messages/mail', { server })
  const edit = await screen.findByRole('button', { name: 'Edit Password reset' })
  await user.click(edit)
  const dialog = await screen.findByRole('dialog', { name: 'Edit Password reset' })
  await waitFor(() => expect(within(dialog).getByLabelText('Subject')).toHaveFocus())
  await user.keyboard('{Escape}')
  await waitFor(() => expect(edit).toHaveFocus())
})

const SENDER = { provider: 'sendgrid', secret: '', extension: [], createdAt: '2026-11-01T00:00:00Z' }

/** Serves the email provider that was saved last. */
function withSender(updatedAt: string, values: object = {}) {
  server.use(http.get('*/mail/v1/configurations', () => HttpResponse.json({ ...SENDER, updatedAt, ...values })))
}

test.each([
  [
    'another service',
    { provider: 'mailgun', extension: [{ domain: 'theirs.test', region: 'eu' }] },
    /changed this to “mailgun”/,
  ],
  ['a new key for it', {}, /Another administrator changed this/],
])('%s that somebody else has set meanwhile is told before it is replaced', async (_, theirs, words) => {
  const user = userEvent.setup()
  const asked = withMessages()
  withSender('2026-11-01T00:00:00Z')
  renderConsole('/messages/senders', { server })
  const card = within(await screen.findByRole('region', { name: 'Email provider' }))
  await user.type(card.getByLabelText('API key'), 'SG.secret-of-ours')
  withSender('2026-11-02T00:00:00Z', theirs)
  await user.click(card.getByRole('button', { name: 'Save changes' }))
  expect(await card.findByText(words)).toBeVisible()
  expect(card.getByLabelText('API key')).toHaveValue('SG.secret-of-ours')
  expect(asked).toEqual([])
  await user.click(card.getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  expect(asked).toEqual([['SENDER', { payload: { provider: 'sendgrid', secret: 'SG.secret-of-ours' } }]])
})

const OURS = {
  id: '01890000-0000-7000-8000-000000000001',
  provider: 'twilio',
  accountId: 'AC1',
  token: '',
  senderName: 'Acme',
  channel: 'sms',
  createdAt: '2026-11-03T00:00:00Z',
  updatedAt: '2026-11-03T00:00:00Z',
}

test('unsaved input of a provider survives a concurrent save, and a secret does not stay after saving', async () => {
  const user = userEvent.setup()
  withMessages()
  withSender('2026-11-01T00:00:00Z')
  server.use(
    http.post('*/configurations/v1/sms', () => {
      withSender('2026-11-02T00:00:00Z')
      server.use(http.get('*/configurations/v1/sms', () => HttpResponse.json(OURS)))
      return HttpResponse.json(OURS, { status: 201 })
    }),
  )
  renderConsole('/messages/senders', { server })
  const mail = within(await screen.findByRole('region', { name: 'Email provider' }))
  await user.type(mail.getByLabelText('API key'), 'SG.secret-of-ours')
  const sms = within(screen.getByRole('region', { name: 'Text message provider' }))
  await user.type(sms.getByLabelText('Account ID'), 'AC1')
  await user.type(sms.getByLabelText('Token'), 'token-of-ours')
  await user.type(sms.getByLabelText('Sender name or number'), 'Acme')
  await user.click(sms.getByRole('button', { name: 'Save changes' }))
  expect(await sms.findByText(/AC1/)).toBeVisible()
  await waitFor(() => expect(sms.getByLabelText('Token')).toHaveValue(''))
  expect(sms.getByLabelText('Account ID')).toHaveValue('AC1')
  expect(mail.getByLabelText('API key')).toHaveValue('SG.secret-of-ours')
})

test('Mailgun is in one of two regions', async () => {
  const user = userEvent.setup()
  const asked = withMessages()
  renderConsole('/messages/senders', { server })
  const mail = await screen.findByRole('region', { name: 'Email provider' })
  await user.click(within(mail).getByRole('combobox', { name: 'Provider' }))
  await user.click(await screen.findByRole('option', { name: 'Mailgun' }))
  await user.type(within(mail).getByLabelText('Domain'), 'mg.acme.test')
  await user.click(within(mail).getByRole('combobox', { name: 'Region' }))
  await user.click(await screen.findByRole('option', { name: 'European Union' }))
  await user.type(within(mail).getByLabelText('API key'), 'key-of-ours')
  await user.click(within(mail).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toHaveLength(1))
  const payload = { provider: 'mailgun', secret: 'key-of-ours', domain: 'mg.acme.test', region: 'eu' }
  expect(asked).toEqual([['SENDER', { payload }]])
})

test('a concurrent change of an email template is not overwritten unnoticed', async () => {
  const user = userEvent.setup()
  const asked = withMessages()
  renderConsole('/messages/mail', { server })
  await user.click(await screen.findByRole('button', { name: 'Edit Password reset' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit Password reset' })
  const subject = await within(dialog).findByLabelText('Subject')
  server.use(
    http.get('*/mail/v1/configs/templates', () =>
      HttpResponse.json([{ ...RESET, id: 'm1', subject: 'Theirs', fromName: 'Them' }]),
    ),
  )
  await user.clear(subject)
  await user.type(subject, 'Mine')
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  expect(await within(dialog).findByText(/Another administrator changed this to “Theirs”/)).toBeVisible()
  expect(asked).toEqual([])
  await user.click(within(dialog).getByRole('button', { name: 'Save changes' }))
  await waitFor(() => expect(asked).toMatchObject([['MAIL', { subject: 'Mine', fromName: 'Them' }]]))
})
