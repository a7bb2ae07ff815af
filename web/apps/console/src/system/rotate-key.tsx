import { useAction } from '@gatehouse/admin-portal/kit'
import { FormDialog, fieldProps } from '@gatehouse/ui'
import { Button, Select } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import { type RunWithStepUp, useStepUpDialog } from '../shared/step-up-dialog'
import { rotateKey } from './system.queries'
import { useT } from './system.texts'

const ALGORITHMS = ['ES256', 'RS256'] as const
type Algorithm = (typeof ALGORITHMS)[number]

/** Asks for confirmation, then publishes a new signing key for tokens. */
export function RotateKey() {
  const t = useT()
  const { opened, open, close, run, question } = useStepUpDialog<Algorithm, Algorithm>('rotate-key')
  return (
    <div>
      <Button
        variant="default"
        leftSection={<IconRefresh size={16} stroke={1.75} aria-hidden />}
        onClick={() => open('ES256')}
      >
        {t('keys.rotate')}
      </Button>
      {opened && <RotateDialog start={opened.typed ?? opened.target} run={run} onClose={close} />}
      {question}
    </div>
  )
}

interface RotateDialogProps {
  readonly start: Algorithm
  readonly run: RunWithStepUp<Algorithm>
  readonly onClose: () => void
}

function RotateDialog({ start, run, onClose }: RotateDialogProps) {
  const t = useT()
  const rotate = useAction(rotateKey)
  const [algorithm, setAlgorithm] = useState(start)

  async function submit() {
    if ((await run(() => rotate.run(algorithm), algorithm)) !== 'stay') onClose()
  }
  return (
    <FormDialog
      opened
      onClose={onClose}
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
  )
}
