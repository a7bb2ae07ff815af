import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { ConfirmDialog, type RowAction } from '@gatehouse/ui'
import { IconPhoneCheck, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useStepUpDialog } from '../../shared/step-up-dialog'
import { DetailsPart, PartRow } from '../../tenants/details-part'
import type { UserPhone, VendorUser } from '../../wire'
import { nameOf } from '../users.actions'
import { AddPhoneDialog, type NewPhone } from './add-phone-dialog'
import { addPhone, removePhone } from './contacts.actions'
import { phonesQuery } from './contacts.queries'
import { useT } from './contacts.texts'

type Question = 'verify' | 'remove'

interface PhoneQuestion {
  readonly question: Question
  readonly of: UserPhone
}

/** All phone numbers of a user, verified or not. */
export function UserPhones({ user }: { readonly user: VendorUser }) {
  const t = useT()
  const canChange = usePermissions()('vendor.write.users')
  const phones = useQuery(phonesQuery(useApi(), user.id))
  const verify = useAction(addPhone)
  const remove = useAction(removePhone)
  const { opened, open, close, run, question } = useStepUpDialog<PhoneQuestion | 'new', NewPhone>('person-phones')

  function actionsFor(one: UserPhone): RowAction[] {
    const ask = (question: Question) => () => open({ question, of: one })
    const gone = { label: t('remove'), icon: IconTrash, onClick: ask('remove'), danger: true }
    return one.verified ? [gone] : [{ label: t('markVerified'), icon: IconPhoneCheck, onClick: ask('verify') }, gone]
  }

  function runConfirmed({ question, of: { id, phoneNumber } }: PhoneQuestion) {
    if (question === 'verify') return run(() => verify.run({ user, phoneNumber }))
    return remove.run({ user, phoneNumber, id })
  }

  const asked = opened?.target === 'new' ? undefined : opened?.target
  const words = { name: nameOf(user), what: asked?.of.phoneNumber ?? '' }
  return (
    <>
      <DetailsPart
        title={t('phones.title')}
        query={phones}
        none={t('phones.none')}
        add={canChange && { label: t('phones.add'), onClick: () => open('new') }}
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
      {opened?.target === 'new' && <AddPhoneDialog user={user} typed={opened.typed} run={run} onClose={close} />}
      {asked && (
        <ConfirmDialog
          opened
          onClose={close}
          onConfirm={() => runConfirmed(asked)}
          title={t(`phones.${asked.question}Title`, words)}
          verb={t(asked.question === 'verify' ? 'markVerified' : 'remove')}
          danger={asked.question === 'remove'}
        >
          {t(`phones.${asked.question}Text`, words)}
        </ConfirmDialog>
      )}
      {question}
    </>
  )
}
