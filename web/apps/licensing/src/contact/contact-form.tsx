import { useAction } from '@gatehouse/admin-portal/action'
import { Avatar, ErrorState, InlineAlert, TextAreaField, TextField, toast, useSubmit, useUnsaved } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Skeleton, Text, Title } from '@mantine/core'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import { useUserData } from '../session/user-data'
import classes from './contact.module.css'
import { sendMessage, useContact } from './contact.queries'
import { t, useT } from './contact.texts'

const schema = z.object({
  subject: z
    .string()
    .trim()
    .min(1, { error: () => t('subjectMissing') })
    .max(200),
  message: z
    .string()
    .trim()
    .min(1, { error: () => t('messageMissing') })
    .max(2000, { error: () => t('messageLong') }),
})

/** The form, where the vendor takes messages; where not, it says so. */
export function ContactForm() {
  const t = useT()
  const contact = useContact()
  if (!contact.data) {
    if (!contact.error) return <Skeleton height={320} radius={8} />
    return <ErrorState error={contact.error} onRetry={() => void contact.refetch()} />
  }
  const { email, person, answerHours } = contact.data
  if (!email) return <InlineAlert tone="info" title={t('closed')} />
  return (
    <section className={classes.form}>
      <Title order={2} size="h4">
        {t('title')}
      </Title>
      {(person || answerHours) && (
        <div className={classes.person}>
          {person && <Avatar name={person} size={40} />}
          <div>
            {person && <Text fw={500}>{t('person', { name: person })}</Text>}
            {answerHours && <Text c="dimmed">{answerTime(answerHours)}</Text>}
          </div>
        </div>
      )}
      <Message to={email} />
    </section>
  )
}

const answerTime = (hours: number) =>
  hours % 24 === 0 ? t('days', { count: hours / 24 }) : t('hours', { count: hours })

function Message({ to }: { readonly to: string }) {
  const t = useT()
  const { email: own } = useUserData()
  const send = useAction(sendMessage)
  const { pending, failure, run } = useSubmit()
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { subject: '', message: '' } })
  const { errors, isDirty } = form.formState
  useUnsaved(isDirty)
  const submit = form.handleSubmit(async (written) => {
    if (!(await run(() => send.run(written)))) return
    form.reset()
    toast.success(t('sent', { own }))
  })
  return (
    <form className={classes.fields} noValidate onSubmit={(event) => void submit(event)}>
      <TextField label={t('subject')} error={errors.subject?.message} {...form.register('subject')} />
      <TextAreaField
        label={t('message')}
        help={t('messageHelp')}
        minRows={5}
        error={errors.message?.message}
        {...form.register('message')}
      />
      {failure && <InlineAlert tone="danger" title={failure} />}
      <Text size="xs" c="dimmed">
        {t('to', { email: to, own })}
      </Text>
      <Button type="submit" loading={pending} className={classes.send}>
        {t('send')}
      </Button>
    </form>
  )
}
