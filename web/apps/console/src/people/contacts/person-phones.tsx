import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconPhoneCheck, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Part, PartRow } from '../../tenants/part'
import type { PersonPhone } from '../../wire'
import { nameOf } from '../people.actions'
import { AddPhoneDialog } from './add-phone-dialog'
import type { ContactProps } from './contact-props'
import { addPhone, removePhone } from './contacts.actions'
import { phonesQuery } from './contacts.queries'
import { useT } from './contacts.texts'

type Question = 'vouch' | 'remove'

/** Every number that signs them in, or will. */
export function PersonPhones({ person, run }: ContactProps) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.users')
  const phones = useQuery(phonesQuery(useApi(), person.id))
  const vouch = useAction(addPhone)
  const remove = useAction(removePhone)
  const [adding, setAdding] = useState(false)
  const [open, setOpen] = useState<{ question: Question; of: PersonPhone }>()

  function actionsFor(one: PersonPhone): RowAction[] {
    const ask = (question: Question) => () => setOpen({ question, of: one })
    const gone = { label: t('remove'), icon: IconTrash, onClick: ask('remove'), danger: true }
    return one.verified ? [gone] : [{ label: t('vouch'), icon: IconPhoneCheck, onClick: ask('vouch') }, gone]
  }

  function confirmed({ question, of: { id, phoneNumber } }: NonNullable<typeof open>) {
    if (question === 'vouch') return run(() => vouch.run({ person, phoneNumber }))
    return remove.run({ person, phoneNumber, id })
  }

  const words = { name: nameOf(person), what: open?.of.phoneNumber ?? '' }
  return (
    <>
      <Part
        title={t('phones.title')}
        query={phones}
        none={t('phones.none')}
        add={canChange && { label: t('phones.add'), onClick: () => setAdding(true) }}
        rowsOf={(rows) =>
          rows.map((one) => (
            <PartRow
              key={one.id}
              name={one.phoneNumber}
              about={t(one.verified ? 'verified' : 'unverified')}
              menu={canChange && { label: t('menu', { what: one.phoneNumber }), actions: actionsFor(one) }}
            />
          ))
        }
      />
      {adding && <AddPhoneDialog person={person} run={run} onClose={() => setAdding(false)} />}
      {open && (
        <ConfirmDialog
          opened
          onClose={() => setOpen(undefined)}
          onConfirm={() => confirmed(open)}
          title={t(`phones.${open.question}Title`, words)}
          verb={t(open.question)}
          danger={open.question === 'remove'}
        >
          {t(`phones.${open.question}Text`, words)}
        </ConfirmDialog>
      )}
    </>
  )
}
