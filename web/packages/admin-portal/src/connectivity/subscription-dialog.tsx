import { TextField } from '@gatehouse/ui'
import { Checkbox } from '@mantine/core'
import { z } from 'zod'
import { useAction } from '../shared/action'
import { DialogForm, useDialogForm } from '../shared/dialog-form'
import { Field } from '../shared/field'
import { usePermissions } from '../shared/permissions'
import { useReadAgain } from '../shared/read-again'
import { shortText } from '../shared/schemas'
import type { Channel } from './channels'
import { t, useT } from './connectivity.texts'
import { EventField } from './event-field'
import { RecipientsField } from './recipients-field'
import { addSubscription, changeSubscription, deleteSubscription } from './subscriptions.actions'
import { type Subscription, subscriptionsQuery } from './subscriptions.queries'
import { useEventName } from './use-event-name'

const schemaOf = ({ name, isRecipient }: Channel, mayBeEmpty: boolean) =>
  z.object({
    eventKey: z.string().min(1, { error: () => t('form.eventMissing') }),
    recipients: z
      .array(z.string())
      .min(mayBeEmpty ? 0 : 1, { error: () => t(`${name}.missing`) })
      .refine((all) => all.every(isRecipient), { error: () => t(`${name}.wrong`) }),
    name: shortText(200),
    enabled: z.boolean(),
  })

const startOf = (subscription: Subscription | undefined) => ({
  eventKey: subscription?.eventKey ?? '',
  recipients: [...(subscription?.recipients ?? [])],
  name: subscription?.name ?? '',
  enabled: subscription?.enabled ?? true,
})

interface SubscriptionDialogProps {
  readonly channel: Channel
  readonly subscription?: Subscription
  readonly onClose: () => void
}

/** A new subscription, or what one is; its event stays. One without recipients is deleted (spec §4). */
export function SubscriptionDialog({ channel, subscription, onClose }: SubscriptionDialogProps) {
  const t = useT()
  const nameOf = useEventName()
  const add = useAction(addSubscription(channel))
  const change = useAction(changeSubscription(channel))
  const remove = useAction(deleteSubscription(channel))
  const readAgain = useReadAgain()
  const mayBeEmpty = usePermissions()(channel.deletes) && subscription !== undefined
  const dialog = useDialogForm({
    schema: schemaOf(channel, mayBeEmpty),
    start: startOf(subscription),
    ...(subscription && {
      async current() {
        const now = (await readAgain((api) => subscriptionsQuery(api, channel))).find(
          ({ id }) => id === subscription.id,
        )
        return now && startOf(now)
      },
    }),
    async save({ eventKey, ...values }, _, { recipients: baseRecipients }) {
      if (subscription && values.recipients.length === 0) await remove.run(subscription)
      else if (subscription) await change.run({ row: subscription, values: { ...values, baseRecipients } })
      else await add.run({ eventKey, values })
    },
    refusals: {
      'subscriptions.*': 'eventKey',
      'users.email_invalid': 'recipients',
      'phone_numbers.invalid': 'recipients',
      'ER-01037': 'recipients',
    },
    onClose,
  })
  return (
    <DialogForm
      of={dialog}
      title={subscription ? t('edit.title', { event: nameOf(subscription.eventKey) }) : t('create.title')}
      description={t(`${channel.name}.help`)}
      submitLabel={t(subscription ? 'edit.submit' : 'create.submit')}
    >
      {!subscription && (
        <Field of={dialog} name="eventKey">
          {(input) => <EventField label={t('form.event')} {...input} />}
        </Field>
      )}
      <Field of={dialog} name="recipients">
        {(input) => (
          <RecipientsField
            label={t(`${channel.name}.recipients`)}
            help={t(mayBeEmpty ? 'form.recipientsNone' : 'form.recipientsHelp')}
            placeholder={t(`${channel.name}.placeholder`)}
            inputMode={channel.name === 'email' ? 'email' : 'tel'}
            {...input}
          />
        )}
      </Field>
      <Field of={dialog} name="name">
        {(input) => (
          <TextField label={t('form.name')} help={t('form.nameHelp')} optional autoComplete="off" {...input} />
        )}
      </Field>
      <Field of={dialog} name="enabled">
        {({ value, onChange, name, ref }) => (
          <Checkbox
            name={name}
            ref={ref}
            label={t('form.enabled')}
            checked={value}
            onChange={({ currentTarget }) => onChange(currentTarget.checked)}
          />
        )}
      </Field>
    </DialogForm>
  )
}
