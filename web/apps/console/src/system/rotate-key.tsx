import { useAction } from '@gatehouse/admin-portal/kit'
import { FormDialog } from '@gatehouse/ui'
import { Button, SegmentedControl, Stack, Text } from '@mantine/core'
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
        <Stack gap={4}>
          <Text size="sm" fw={500} id="rotate-algorithm">
            {t('keys.algorithm')}
          </Text>
          <SegmentedControl
            aria-labelledby="rotate-algorithm"
            data={[...ALGORITHMS]}
            value={algorithm}
            onChange={(value) => setAlgorithm(value as (typeof ALGORITHMS)[number])}
          />
        </Stack>
      </FormDialog>
      {fresh.dialog}
    </div>
  )
}
