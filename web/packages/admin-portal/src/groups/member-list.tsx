import { Avatar, ConfirmDialog, StatusBadge } from '@gatehouse/ui'
import { ActionIcon, Button, Title, Tooltip } from '@mantine/core'
import { IconMail, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useAction } from '../shared/action'
import { usePermissions } from '../shared/permissions'
import { Address } from '../shared/person'
import type { Group, GroupMember } from '../wire'
import { AddMembersDialog } from './add-members-dialog'
import { removeMember } from './groups.actions'
import classes from './groups.module.css'
import { useT } from './groups.texts'

const SHOWN = 10

/** Who is in the group: the first ten, and the others when asked for. */
export function MemberList({ group, canChange }: { group: Group; canChange: boolean }) {
  const t = useT()
  const can = usePermissions()
  const [adding, setAdding] = useState(false)
  const [removing, setRemoving] = useState<GroupMember>()
  const [isWhole, setWhole] = useState(false)
  const people = group.users ?? []
  const count = group.usersCount ?? people.length
  const mayAdd = canChange && can('fe.secure.write.groupsUsers') && can('fe.secure.read.users')
  const mayRemove = canChange && can('fe.secure.delete.groupsUsers')
  const shown = isWhole ? people : people.slice(0, SHOWN)
  return (
    <section>
      <div className={classes.section}>
        <Title order={3} size="h3">
          {count > 0 ? t('people', { count }) : t('members.title')}
        </Title>
        {mayAdd && (
          <Button variant="default" size="xs" onClick={() => setAdding(true)}>
            {t('members.add')}
          </Button>
        )}
      </div>
      {people.length === 0 && <span className={classes.quiet}>{t('members.none')}</span>}
      <ul className={classes.members}>
        {shown.map((member) => (
          <li key={member.id}>
            <Member member={member} />
            {mayRemove && (
              <Tooltip label={t('members.remove', { name: member.name })}>
                <ActionIcon aria-label={t('members.remove', { name: member.name })} onClick={() => setRemoving(member)}>
                  <IconUserMinus size={18} stroke={1.75} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )}
          </li>
        ))}
      </ul>
      {shown.length < people.length && (
        <Button variant="subtle" size="xs" mt={8} onClick={() => setWhole(true)}>
          {t('members.more', { count: people.length })}
        </Button>
      )}
      {isWhole && people.length < count && (
        <span className={classes.quiet}>{t('members.shown', { count: people.length, of: count })}</span>
      )}
      {adding && <AddMembersDialog group={group} onClose={() => setAdding(false)} />}
      {removing && <RemoveDialog group={group} member={removing} onClose={() => setRemoving(undefined)} />}
    </section>
  )
}

function Member({ member: { name, email, profilePictureUrl, activatedForTenant } }: { member: GroupMember }) {
  const t = useT()
  return (
    <>
      <Avatar name={name} src={profilePictureUrl ?? null} />
      <span className={classes.member}>
        <span className={classes.text}>
          <span className={classes.name}>
            <bdi>{name}</bdi>
          </span>
          <span className={classes.description}>
            <Address>{email}</Address>
          </span>
        </span>
        {!activatedForTenant && (
          <StatusBadge tone="info" icon={IconMail}>
            {t('members.pending')}
          </StatusBadge>
        )}
      </span>
    </>
  )
}

function RemoveDialog({ group, member, onClose }: { group: Group; member: GroupMember; onClose: () => void }) {
  const t = useT()
  const remove = useAction(removeMember)
  const words = { name: member.name, group: group.name }
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => remove.run({ group, member })}
      title={t('members.removeTitle', words)}
      verb={t('members.removeVerb', words)}
    >
      {t('members.removeText', words)}
    </ConfirmDialog>
  )
}
