import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconMailCheck, IconStar, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useStepUpDialog } from '../../shared/step-up-dialog'
import { DetailsPart, PartRow } from '../../tenants/details-part'
import type { UserEmail, VendorUser } from '../../wire'
import { nameOf } from '../users.actions'
import { AddEmailDialog, type NewEmail } from './add-email-dialog'
import { addEmail, makePrimary, removeEmail } from './contacts.actions'
import { emailsQuery } from './contacts.queries'
import { useT } from './contacts.texts'

type Question = 'verify' | 'primary' | 'remove'

interface EmailQuestion {
  readonly question: Question
  readonly of: UserEmail
}

/** All email addresses of a user, verified or not. */
export function UserEmails({ user }: { readonly user: VendorUser }) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.users')
  const emails = useQuery(emailsQuery(useApi(), user.id))
  const verify = useAction(addEmail)
  const primary = useAction(makePrimary)
  const remove = useAction(removeEmail)
  const { opened, open, close, run, question } = useStepUpDialog<EmailQuestion | 'new', NewEmail>('person-emails')

  /** The primary address has its actions in the menu of the user. */
  function actionsFor(one: UserEmail): RowAction[] {
    const ask = (question: Question) => () => open({ question, of: one })
    const next = one.verified
      ? { label: t('emails.makePrimary'), icon: IconStar, onClick: ask('primary') }
      : { label: t('markVerified'), icon: IconMailCheck, onClick: ask('verify') }
    return [next, { label: t('remove'), icon: IconTrash, onClick: ask('remove'), danger: true }]
  }

  function runConfirmed({ question, of }: EmailQuestion) {
    const { id, email } = of
    if (question === 'verify') return run(() => verify.run({ user, email, isVerified: true }))
    if (question === 'primary') return run(() => primary.run({ user, email }))
    return remove.run({ user, email, id })
  }

  const asked = opened?.target === 'new' ? undefined : opened?.target
  const words = { name: nameOf(user), email: user.email, what: asked?.of.email ?? '' }
  return (
    <>
      <DetailsPart
        title={t('emails.title')}
        query={emails}
        none={t('emails.none')}
        add={canChange && { label: t('emails.add'), onClick: () => open('new') }}
        rowsOf={(rows) =>
          rows.map((one) => (
            <PartRow
              key={one.id}
              name={one.email}
              about={[one.isPrimary && t('emails.primary'), t(one.verified ? 'verified' : 'unverified')]
                .filter(Boolean)
                .join(', ')}
              menu={canChange && !one.isPrimary && { label: t('menu', { what: one.email }), actions: actionsFor(one) }}
            />
          ))
        }
      />
      {opened?.target === 'new' && <AddEmailDialog user={user} typed={opened.typed} run={run} onClose={close} />}
      {asked && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => runConfirmed(asked)}
          title={t(`emails.${asked.question}Title`, words)}
          verb={t(VERBS[asked.question])}
          danger={asked.question === 'remove'}
        >
          {t(`emails.${asked.question}Text`, words)}
        </ConfirmDialog>
      )}
      {question}
    </>
  )
}

const VERBS = { verify: 'markVerified', primary: 'emails.makePrimary', remove: 'remove' } as const
