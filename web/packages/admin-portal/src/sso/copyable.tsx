import { CopyButton } from '@gatehouse/ui'
import { Group, Text } from '@mantine/core'
import classes from './sso.module.css'
import { useT } from './sso.texts'

/** A value to copy into the form of the provider. */
export function Copyable({ label, value }: { label: string; value: string }) {
  const t = useT()
  return (
    <div>
      <Text fw={500} size="sm" mb={4}>
        {label}
      </Text>
      <Group gap={4} wrap="nowrap">
        <code className={classes.value}>{value}</code>
        <CopyButton value={value} label={t('copy', { name: label })} />
      </Group>
    </div>
  )
}
