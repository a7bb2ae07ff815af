import { Group, Stack, Text } from '@mantine/core'
import { CopyButton } from './copy-button'
import classes from './secret-box.module.css'
import { useT } from './texts'

/** A value shown with a secret that can be read later, such as a client ID. */
export interface KnownValue {
  label: string
  value: string
}

export function KnownValues({ values }: { values: readonly KnownValue[] }) {
  const t = useT()
  return (
    <Stack gap="sm">
      {values.map((one) => (
        <div key={one.label}>
          <Text fw={500} size="sm" mb={4}>
            {one.label}
          </Text>
          <Group gap={4} wrap="nowrap">
            <code className={classes.known}>{one.value}</code>
            <CopyButton value={one.value} label={t('secret.copy', { name: one.label })} />
          </Group>
        </div>
      ))}
    </Stack>
  )
}

/** Formats the values as lines of the downloaded file. */
export const formatLines = (values: readonly KnownValue[]) =>
  values.map(({ label, value }) => `${label}: ${value}`).join('\n')
