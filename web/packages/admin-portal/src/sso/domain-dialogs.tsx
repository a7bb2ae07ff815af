import { fieldProps, InlineAlert, TextField } from '@gatehouse/ui'
import { Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { shortText } from '../shared/schemas'
import type { SsoConnection, SsoDomain } from '../wire'
import { addDomain, enterCode, MAILBOXES, type Mailbox, mailCode } from './sso.actions'
import { useT } from './sso.texts'

export function DomainDialog({ connection, onClose }: { connection: SsoConnection; onClose: () => void }) {
  const t = useT()
  const add = useAction(addDomain)
  const dialog = useDialogForm({
    schema: z.object({ domain: shortText(253).min(1, { error: () => t('domains.enter') }) }),
    start: { domain: '' },
    save: async ({ domain }) => void (await add.run({ id: connection.id, domain: toDomain(domain) })),
    refusals: { 'sso.domain_*': 'domain' },
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('domains.add')} submitLabel={t('domains.add')}>
      <Field of={dialog} name="domain">
        {(input) => (
          <TextField
            label={t('domains.domain')}
            help={t('domains.domainHelp')}
            autoComplete="off"
            data-autofocus
            {...input}
          />
        )}
      </Field>
    </DialogForm>
  )
}

/** Of an address of a page or of mail, which people have at hand, too. */
const toDomain = (text: string) =>
  text
    .replace(/^([a-z]+:\/\/|[^/]*@)/i, '')
    .split(/[/?#]/, 1)
    .join()

interface CodeDialogProps {
  readonly id: string
  readonly domain: SsoDomain
  readonly onClose: () => void
}

/** First the mail is sent, then its code is entered. */
export function CodeDialog({ id, domain, onClose }: CodeDialogProps) {
  const t = useT()
  const send = useAction(mailCode)
  const enter = useAction(enterCode)
  const [sentTo, setSentTo] = useState<string>()
  const dialog = useDialogForm({
    schema: z.object({
      mailbox: z.enum(MAILBOXES),
      code: sentTo ? shortText(50).min(1, { error: () => t('domains.codeMissing') }) : z.string(),
    }),
    start: { mailbox: 'postmaster' as Mailbox, code: '' },
    save: async ({ mailbox, code }) => {
      if (sentTo) return void (await enter.run({ id, domain, code }))
      setSentTo((await send.run({ id, domain, mailbox })).sentTo)
      return 'stay'
    },
    refusals: { 'sso.domain_code_wrong': 'code' },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={t('domains.mailTitle', { domain: domain.domain })}
      submitLabel={t(sentTo ? 'domains.validate' : 'domains.send')}
    >
      {sentTo ? (
        <Stack gap="md">
          <InlineAlert tone="success">{t('domains.sent', { address: sentTo })}</InlineAlert>
          <Field of={dialog} name="code">
            {(input) => <TextField label={t('domains.code')} autoComplete="one-time-code" {...input} />}
          </Field>
        </Stack>
      ) : (
        <Field of={dialog} name="mailbox">
          {({ value, onChange, error, ...input }) => (
            <Select
              {...fieldProps({ label: t('domains.mailbox'), help: t('domains.mailboxHelp'), error })}
              {...input}
              data={MAILBOXES.map((box) => ({ value: box, label: `${box}@${domain.domain}` }))}
              value={value}
              onChange={(next) => next && onChange(next as Mailbox)}
              allowDeselect={false}
            />
          )}
        </Field>
      )}
    </DialogForm>
  )
}
