import { useAction } from '@gatehouse/admin-portal/kit'
import { FormDialog, fieldProps } from '@gatehouse/ui'
import { Button, Select } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { useFreshFactor } from '../shared/fresh-factor'
import { rotateKey } from './system.queries'
import { useT } from './system.texts'

const ALGORITHMS = ['ES256', 'RS256'] as const

/** A new key for tokens, after a question. */
export function RotateKey() {
  const t = useT()
  const rotate = useAction(rotateKey)
  const fresh = useFreshFactor()
  const [isAsking, setAsking] = useState(false)
  const [algorithm, setAlgorithm] = useState<(typeof ALGORITHMS)[number]>('ES256')
  const close = () => setAsking(false)

  async function submit() {
    await fresh.run(() => rotate.run(algorithm))
    close()
  }
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
        onClick={() => setAsking(true)}
      >
        {t('keys.rotate')}
      </Button>
      <FormDialog
        opened={isAsking}
        onClose={close}
        onSubmit={submit}
        title={t('keys.rotateTitle')}
        description={t('keys.rotateText')}
        submitLabel={t('keys.rotateVerb')}
        dirty={false}
      >
        <Select
          {...fieldProps({ label: t('keys.algorithm') })}
          data={[...ALGORITHMS]}
          value={algorithm}
          allowDeselect={false}
          onChange={(value) => setAlgorithm(value === 'RS256' ? 'RS256' : 'ES256')}
        />
      </FormDialog>
      {fresh.dialog}
    </div>
  )
}
