import { useApi } from '@gatehouse/react'
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../shared/action'
import { CodeDialog } from '../code-dialog'
import { NumberDialog } from '../number-dialog'
import { OwnCard } from '../own-card'
import { useT } from '../privacy.texts'
import { needsRecentAuth, useRecentAuth } from '../recent-auth'
import { PhoneRow } from './phone-row'
import { addPhone, phonesQuery, verifyPhone } from './phones.queries'

interface Adding {
  readonly phoneNumber: string
  readonly otcToken: string
}

/** The person's own numbers. Only one that is verified opens anything. */
export function PhonesCard() {
  const t = useT()
  const { data: phones, error, refetch } = useQuery(phonesQuery(useApi()))
  const [add, verify] = [useAction(addPhone), useAction(verifyPhone)]
  const [adding, setAdding] = useState<Adding | 'number'>()
  const { ask, dialog } = useRecentAuth()
  const close = () => setAdding(undefined)

  async function send(phoneNumber: string): Promise<void> {
    try {
      const { otcToken } = await add.run(phoneNumber)
      setAdding({ phoneNumber, otcToken: otcToken ?? '' })
    } catch (refusal) {
      if (!needsRecentAuth(refusal)) throw refusal
      close()
      ask()
    }
  }

  return (
    <>
      <OwnCard
        title={t('phones.title')}
        help={t(phones?.length === 0 ? 'phones.none' : 'phones.help')}
        action={
          <Button
            variant="default"
            leftSection={<IconPlus size={18} stroke={1.75} aria-hidden />}
            onClick={() => setAdding('number')}
          >
            {t('phones.add')}
          </Button>
        }
        error={error}
        onRetry={() => void refetch()}
      >
        {phones?.map((phone) => (
          <PhoneRow key={phone.id} phone={phone} />
        ))}
      </OwnCard>
      {adding === 'number' && <NumberDialog title={t('phones.add')} onNumber={send} onClose={close} />}
      {adding && adding !== 'number' && (
        <CodeDialog
          title={t('phones.add')}
          description={t('code.sent', { to: adding.phoneNumber })}
          submitLabel={t('code.confirm')}
          onCode={(code) => verify.run({ otcToken: adding.otcToken, code })}
          onClose={close}
        />
      )}
      {dialog}
    </>
  )
}
