export const texts = {
  title: 'Rollen',
  purpose:
    'Definieren Sie die Rollen, die alle Mandanten zuweisen können. Mandanten können im Portal eigene Rollen hinzufügen.',
  search: 'Rollen suchen',
  columns: { role: 'Rolle', key: 'Schlüssel', level: 'Rang', permissions: 'Berechtigungen' },
  isDefault: 'Standard',
  firstUser: 'Erster Benutzer',
  empty: {
    title: 'Noch keine Rollen',
    help: 'Erstellen Sie eine Rolle, um Berechtigungen zu bündeln, die Sie gemeinsam zuweisen.',
  },
  actions: { edit: 'Bearbeiten', delete: 'Löschen' },
  create: {
    button: 'Rolle erstellen',
    title: 'Rolle erstellen',
    submit: 'Rolle erstellen',
    done: '{{name}} erstellt',
  },
  edit: { title: '{{name}} bearbeiten', submit: 'Änderungen speichern', done: '{{name}} aktualisiert' },
  form: {
    name: 'Name',
    nameMissing: 'Geben Sie einen Namen ein',
    key: 'Schlüssel',
    keyHelp:
      'Der Schlüssel der Rolle in Tokens. Leer lassen, um den Namen zu verwenden. Er kann später nicht geändert werden.',
    description: 'Beschreibung',
    level: 'Rang',
    levelHelp:
      'Je niedriger die Zahl, desto höher der Rang. Benutzer können keine Rolle zuweisen, die über ihrer eigenen steht.',
    levelWrong: 'Geben Sie eine Zahl von 0 bis 1.000.000 ein',
    isDefault: 'Standardrolle',
    isDefaultHelp: 'Wird Benutzern zugewiesen, die einem Mandanten beitreten und keine andere Rolle erhalten.',
    firstUserRole: 'Rolle des ersten Benutzers',
    firstUserRoleHelp: 'Wird dem Benutzer zugewiesen, der einen Mandanten erstellt.',
  },
  delete: {
    title: '{{name}} löschen?',
    text: 'Alle Benutzer in allen Mandanten verlieren diese Rolle sofort und damit den Zugriff, den nur diese Rolle gewährt.',
    verb: '{{name}} löschen',
    done: '{{name}} gelöscht',
  },
  drawer: {
    title: 'Rollendetails',
    key: 'Schlüssel',
    copyKey: 'Schlüssel kopieren',
    gone: 'Rolle nicht gefunden',
    goneHelp: 'Sie wurde möglicherweise gelöscht.',
  },
} as const
