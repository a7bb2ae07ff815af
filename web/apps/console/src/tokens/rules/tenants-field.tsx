import { useApi } from '@gatehouse/react'
import { ActionIcon, Group, Stack, Text } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { TenantField } from '../../shared/tenant-field'
import { tenantNamesQuery } from '../../tenants/names.queries'
import { useT } from '../tokens.texts'

interface TenantsFieldProps {
  readonly value: readonly string[]
  readonly onChange: (ids: string[]) => void
  readonly readOnly: boolean
}

/** Select for several tenants: selected ones by name, and a search for another. */
export function TenantsField({ value, onChange, readOnly }: TenantsFieldProps) {
  const t = useT()
  const { data: names } = useQuery(tenantNamesQuery(useApi(), value))
  return (
    <Stack gap={4}>
      <Text size="sm" fw={500}>
        {t('rules.tenants')}
      </Text>
      {value.map((id) => {
        const name = names?.get(id) ?? id
        return (
          <Group key={id} gap="xs">
            <Text style={{ overflowWrap: 'anywhere' }}>{name}</Text>
            {!readOnly && (
              <ActionIcon
                variant="subtle"
                aria-label={t('rules.removeTenant', { name })}
                onClick={() => onChange(value.filter((one) => one !== id))}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </Group>
        )
      })}
      {!readOnly && (
        <TenantField
          // Clears the search after each selection.
          key={value.length}
          label={t('rules.addTenant')}
          value=""
          onChange={(id) => id && !value.includes(id) && onChange([...value, id])}
        />
      )}
    </Stack>
  )
}
