import { useAction } from '@gatehouse/admin-portal/action'
import { CopyButton } from '@gatehouse/ui'
import { ActionIcon, Loader } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../texts'
import classes from './billing.module.css'
import { useT as useWords } from './billing.texts'
import { useConfirmIdentity } from './confirm-identity'
import { revealKey } from './keys.actions'

/** Hidden until asked for: screens are shared. The server writes down who asked. */
export function LicenseKey({ fingerprint }: { readonly fingerprint: string }) {
  const t = useT()
  const [key, setKey] = useState<string>()
  const { run, isRunning } = useAction(revealKey)
  const label = t(key ? 'license.hideKey' : 'license.showKey')
  const { onError, dialog } = useConfirmIdentity(useWords()('proof.key'))

  function toggle() {
    if (key) setKey(undefined)
    else run(fingerprint).then(setKey, onError)
  }
  return (
    <>
      <span className={classes.code}>{key ?? '•'.repeat(16)}</span>
      <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} disabled={isRunning} onClick={toggle}>
        {isRunning ? <Loader size={16} /> : key ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      </ActionIcon>
      {key && <CopyButton value={key} label={t('license.copyKey')} />}
      {dialog}
    </>
  )
}
