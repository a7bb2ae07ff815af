import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconMailCheck, IconStar, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useFreshDialog } from '../../shared/fresh-dialog'
import { Part, PartRow } from '../../tenants/part'
import type { Person, PersonEmail } from '../../wire'
import { nameOf } from '../people.actions'
import { AddEmailDialog, type NewEmail } from './add-email-dialog'
import { addEmail, makePrimary, removeEmail } from './contacts.actions'
import { emailsQuery } from './contacts.queries'
import { useT } from './contacts.texts'

type Question = 'vouch' | 'primary' | 'remove'

interface Asked {
  readonly question: Question
  readonly of: PersonEmail
}

/** All email addresses of a user, verified or not. */
export function PersonEmails({ person }: { readonly person: Person }) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.users')
  const emails = useQuery(emailsQuery(useApi(), person.id))
  const vouch = useAction(addEmail)
  const primary = useAction(makePrimary)
  const remove = useAction(removeEmail)
  const { opened, open, close, run, question } = useFreshDialog<Asked | 'new', NewEmail>('person-emails')

  /** The primary address has its actions in the menu of the user. */
  function actionsFor(one: PersonEmail): RowAction[] {
    const ask = (question: Question) => () => open({ question, of: one })
    const next = one.verified
      ? { label: t('emails.makePrimary'), icon: IconStar, onClick: ask('primary') }
      : { label: t('vouch'), icon: IconMailCheck, onClick: ask('vouch') }
    return [next, { label: t('remove'), icon: IconTrash, onClick: ask('remove'), danger: true }]
  }

  function confirmed({ question, of }: Asked) {
    const { id, email } = of
    if (question === 'vouch') return run(() => vouch.run({ person, email, isVerified: true }))
    if (question === 'primary') return run(() => primary.run({ person, email }))
    return remove.run({ person, email, id })
  }

  const asked = opened?.target === 'new' ? undefined : opened?.target
  const words = { name: nameOf(person), email: person.email, what: asked?.of.email ?? '' }
  return (
    <>
      <Part
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
      {opened?.target === 'new' && <AddEmailDialog person={person} typed={opened.typed} run={run} onClose={close} />}
      {asked && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => confirmed(asked)}
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

const VERBS = { vouch: 'vouch', primary: 'emails.makePrimary', remove: 'remove' } as const
