import { useAction, usePermissions } from '@gatehouse/admin-portal/kit'
import { type RowAction, useSecretDialog } from '@gatehouse/ui'
import {
  IconKey,
  IconLink,
  IconLock,
  IconLockOpen,
  IconLogout,
  IconMail,
  IconMailCheck,
  IconShieldOff,
  IconUserShare,
} from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useT as useActingTexts } from '../acting/acting.texts'
import { useActing } from '../acting/use-acting'
import { useFreshDialog } from '../shared/fresh-dialog'
import type { Person } from '../wire'
import { EmailDialog, type EmailValues } from './email-dialog'
import { LinkDialog } from './link-dialog'
import { useMerging } from './merges/use-merging'
import { unlockPerson } from './people.actions'
import { useT } from './people.texts'
import { isQuestion, QuestionDialog } from './question-dialog'
import { useErasure } from './use-erasure'

interface Asked {
  readonly dialog: Dialog
  readonly person: Person
}

type Dialog = 'lock' | 'verify' | 'unenroll' | 'signOut' | 'email' | 'activation' | 'reset'

/** Actions for a user, for rows and for the details. */
export function usePersonActions(): {
  readonly actionsFor: (person: Person) => RowAction[]
  /** Render this in the page. */
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const unlock = useAction(unlockPerson)
  const secret = useSecretDialog()
  const acting = useActing()
  const actingTexts = useActingTexts()
  const erasure = useErasure()
  const merging = useMerging()
  const { opened, open, close, run, question } = useFreshDialog<Asked, EmailValues>('person')

  function actionsFor(person: Person): RowAction[] {
    if (person.erasingSince) return []
    if (!can('vendor.write.users')) return [erasure.exportFor(person)]
    const { isLocked, verified, mfaEnrolled } = person
    const ask = (dialog: Dialog) => () => open({ dialog, person })
    const offers: (RowAction & { offered: boolean })[] = [
      {
        offered: acting.mayAct && !isLocked && person.tenants.length > 0,
        label: actingTexts('actionFor'),
        icon: IconUserShare,
        onClick: () => acting.actFor({ person }),
      },
      { offered: isLocked, label: t('actions.unlock'), icon: IconLockOpen, onClick: () => unlock.start(person) },
      { offered: true, label: t('actions.email'), icon: IconMail, onClick: ask('email') },
      { offered: true, label: t('actions.reset'), icon: IconKey, onClick: ask('reset') },
      { offered: !verified, label: t('actions.activation'), icon: IconLink, onClick: ask('activation') },
      { offered: !verified, label: t('actions.verify'), icon: IconMailCheck, onClick: ask('verify') },
      { offered: true, ...erasure.exportFor(person) },
      {
        offered: mfaEnrolled,
        label: t('actions.unenroll'),
        icon: IconShieldOff,
        onClick: ask('unenroll'),
        danger: true,
      },
      { offered: verified && !isLocked, ...merging.actionFor(person) },
      { offered: true, label: t('actions.signOut'), icon: IconLogout, onClick: ask('signOut'), danger: true },
      { offered: !isLocked, label: t('actions.lock'), icon: IconLock, onClick: ask('lock'), danger: true },
    ]
    return [...offers.filter(({ offered }) => offered), ...erasure.eraseFor(person)]
  }

  const { dialog, person } = opened?.target ?? {}
  return {
    actionsFor,
    dialog: (
      <>
        {opened && person && dialog === 'email' && (
          <EmailDialog person={person} typed={opened.typed} run={run} onClose={close} />
        )}
        {person && (dialog === 'activation' || dialog === 'reset') && (
          <LinkDialog kind={dialog} person={person} run={run} onMade={secret.show} onClose={close} />
        )}
        {person && dialog && isQuestion(dialog) && (
          <QuestionDialog question={dialog} person={person} run={run} onClose={close} />
        )}
        {acting.dialog}
        {erasure.dialog}
        {merging.dialog}
        {secret.dialog}
        {question}
      </>
    ),
  }
}
