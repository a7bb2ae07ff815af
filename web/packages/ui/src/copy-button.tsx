import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useT } from './texts'
import { useCopy } from './use-copy'

interface CopyButtonProps {
  value: string
  /** What is copied, for screen readers: "Copy client id". */
  label?: string
}

export function CopyButton({ value, label }: CopyButtonProps) {
  const t = useT()
  const { copied, copy } = useCopy()
  const text = copied ? t('copied') : (label ?? t('copy'))
  const Icon = copied ? IconCheck : IconCopy
  return (
    <Tooltip label={text}>
      <ActionIcon aria-label={text} onClick={() => copy(value)}>
        <Icon size={16} stroke={1.75} aria-hidden />
      </ActionIcon>
    </Tooltip>
  )
}
