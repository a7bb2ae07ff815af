import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconMailCheck, IconStar, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Part, PartRow } from '../../tenants/part'
import type { PersonEmail } from '../../wire'
import { nameOf } from '../people.actions'
import { AddEmailDialog } from './add-email-dialog'
import type { ContactProps } from './contact-props'
import { addEmail, makePrimary, removeEmail } from './contacts.actions'
import { emailsQuery } from './contacts.queries'
import { useT } from './contacts.texts'

type Question = 'vouch' | 'primary' | 'remove'

/** Every address that signs them in, or will. */
export function PersonEmails({ person, run }: ContactProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.users')
  const emails = useQuery(emailsQuery(useApi(), person.id))
  const vouch = useAction(addEmail)
  const primary = useAction(makePrimary)
  const remove = useAction(removeEmail)
  const [adding, setAdding] = useState(false)
  const [open, setOpen] = useState<{ question: Question; of: PersonEmail }>()

  /** The primary one is changed and vouched for by the actions of the person. */
  function actionsFor(one: PersonEmail): RowAction[] {
    const ask = (question: Question) => () => setOpen({ question, of: one })
    const next = one.verified
      ? { label: t('emails.makePrimary'), icon: IconStar, onClick: ask('primary') }
      : { label: t('vouch'), icon: IconMailCheck, onClick: ask('vouch') }
    return [next, { label: t('remove'), icon: IconTrash, onClick: ask('remove'), danger: true }]
  }

  function confirmed({ question, of }: NonNullable<typeof open>) {
    const { id, email } = of
    if (question === 'vouch') return run(() => vouch.run({ person, email, isVerified: true }))
    if (question === 'primary') return run(() => primary.run({ person, email }))
    return remove.run({ person, email, id })
  }

  const words = { name: nameOf(person), email: person.email, what: open?.of.email ?? '' }
  return (
    <>
      <Part
        title={t('emails.title')}
        query={emails}
        none={t('emails.none')}
        add={canChange && { label: t('emails.add'), onClick: () => setAdding(true) }}
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
      {adding && <AddEmailDialog person={person} run={run} onClose={() => setAdding(false)} />}
      {open && (
        <ConfirmDialog
          opened
          onClose={() => setOpen(undefined)}
          onConfirm={() => confirmed(open)}
          title={t(`emails.${open.question}Title`, words)}
          verb={t(VERBS[open.question])}
          danger={open.question === 'remove'}
        >
          {t(`emails.${open.question}Text`, words)}
        </ConfirmDialog>
      )}
    </>
  )
}

const VERBS = { vouch: 'vouch', primary: 'emails.makePrimary', remove: 'remove' } as const
