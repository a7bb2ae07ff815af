import { useApi, useAuthUser } from '@gatehouse/react'
import { SetupKey } from '@gatehouse/ui'
import { Button, Menu } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../shared/action'
import type { MfaStrategy } from '../../wire'
import { CodeDialog } from '../code-dialog'
import { knowsKeys } from '../key'
import { NumberDialog } from '../number-dialog'
import { useT } from '../privacy.texts'
import { needsRecentAuth, useRecentAuth } from '../recent-auth'
import { type Asked, addKey, beginFactor, confirmFactor } from './factors.actions'
import classes from './factors.module.css'
import { type CodeKind, factorsQuery, isKey, offeredQuery } from './factors.queries'
import { ICONS } from './icons'

interface AddFactorProps {
  readonly onAdded: (recoveryCode: string | null | undefined) => void
}

interface Adding {
  readonly kind: CodeKind
  /** To where the code goes. */
  readonly to: string
  /** Undefined while the number is asked for. */
  readonly asked?: Asked
}

/** One kind after another has its own way; each ends with a code or a key. */
export function AddFactor({ onAdded }: AddFactorProps) {
  const t = useT()
  const { email } = useAuthUser()
  const kinds = useKinds()
  const [begin, confirm, key] = [useAction(beginFactor), useAction(confirmFactor), useAction(addKey)]
  const { runGuarded, isRunning, dialog } = useRecentAuth()
  const [adding, setAdding] = useState<Adding>()
  const close = () => setAdding(undefined)

  function add(kind: MfaStrategy): void {
    runGuarded(async () => {
      if (kind === 'SMS') setAdding({ kind, to: '' })
      else if (isKey(kind)) onAdded((await key.run(kind)).recoveryCode)
      else setAdding({ kind, to: email, asked: await begin.run({ kind }) })
    })
  }
  function send(phoneNumber: string): Promise<void> {
    return begin.run({ kind: 'SMS', phoneNumber }).then((asked) => setAdding({ kind: 'SMS', to: phoneNumber, asked }))
  }

  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <Button variant="default" leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />} loading={isRunning}>
            {t('factors.add')}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {kinds.map((kind) => {
            const Icon = ICONS[kind]
            return (
              <Menu.Item
                key={kind}
                leftSection={<Icon size={18} stroke={1.75} aria-hidden />}
                onClick={() => add(kind)}
              >
                {t(`factors.kinds.${kind}`)}
              </Menu.Item>
            )
          })}
        </Menu.Dropdown>
      </Menu>
      {adding && !adding.asked && (
        <NumberDialog title={t('factors.adding.SMS')} onNumber={(number) => orProof(send(number))} onClose={close} />
      )}
      {adding?.asked && (
        <CodeDialog
          title={t(`factors.adding.${adding.kind}`)}
          description={adding.asked.qrCode ? t('factors.scan') : t('code.sent', { to: adding.to })}
          submitLabel={t('code.confirm')}
          onCode={async (code) =>
            onAdded((await confirm.run({ ...adding, asked: adding.asked ?? {}, code })).recoveryCode)
          }
          onClose={close}
        >
          {adding.asked.qrCode && (
            <>
              <img className={classes.qr} src={adding.asked.qrCode} alt={t('factors.qr')} width={176} height={176} />
              <SetupKey uri={adding.asked.setupUri} />
            </>
          )}
        </CodeDialog>
      )}
      {dialog}
    </>
  )

  /** The dialog of the number closes before the one that asks for a proof opens. */
  async function orProof(sending: Promise<void>): Promise<void> {
    try {
      await sending
    } catch (error) {
      if (!needsRecentAuth(error)) throw error
      close()
      runGuarded(() => Promise.reject(error))
    }
  }
}

/** What is offered and can be added here. Codes by mail are added once. */
function useKinds(): MfaStrategy[] {
  const api = useApi()
  const { data: offered = [] } = useQuery(offeredQuery(api))
  const { data: factors = [] } = useQuery(factorsQuery(api))
  const hasMail = factors.some(({ kind }) => kind === 'EmailCode')
  return offered.filter((kind) => (isKey(kind) ? knowsKeys() : kind !== 'EmailCode' || !hasMail))
}
