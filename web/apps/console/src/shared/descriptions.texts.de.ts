// Replace those of the portal, which says "Konto" where the console says "Mandant".
export const texts = {
  'application.active_tenant_chosen': 'Diesen Mandanten für die Anwendung „{{name}}“ ausgewählt',
  'application.given': 'Anwendung „{{name}}“ diesem Mandanten zugewiesen',
  'application.taken': 'Zuweisung der Anwendung „{{name}}“ zu diesem Mandanten aufgehoben',

  'role.moved': 'Rolle „{{name}}“ zu einem anderen Mandanten verschoben',
  'session.tenant_switched': 'Zu diesem Mandanten gewechselt',

  'sub_account.access_set': 'Zugriff der Benutzer von „{{name}}“ auf untergeordnete Mandanten geändert',
  'sub_account.created': 'Mandant „{{name}}“ erstellt',
  'sub_account.deleted': 'Mandant „{{name}}“ gelöscht',
  'sub_account.renamed': 'Mandant „{{name}}“ in „{{new_name}}“ umbenannt',
  'sub_account.reseller_granted': 'Mandant „{{name}}“ als Reseller eingerichtet',
  'sub_account.reseller_revoked': 'Reseller-Status des Mandanten „{{name}}“ aufgehoben',

  'tenant.abandoned_deleted': 'Mandant „{{name}}“ ohne Mitglieder gelöscht',
  'tenant.created': 'Mandant „{{name}}“ erstellt',
  'tenant.created_by_vendor': 'Mandant „{{name}}“ erstellt',
  'tenant.deleted': 'Mandant „{{name}}“ gelöscht',
  'tenant.erased': 'Alle Daten des Mandanten „{{name}}“ endgültig gelöscht',
  'tenant.erasure_ordered': 'Sofortige endgültige Löschung des Mandanten „{{name}}“ veranlasst',
  'tenant.exported': 'Alle Daten des Mandanten „{{name}}“ exportiert, Zeilen: {{rows}}',
  'tenant.moved': 'Mandant „{{name}}“ in der Hierarchie verschoben',
  'tenant.restored': 'Mandant „{{name}}“ wiederhergestellt',
  'tenant.resumed': 'Mandant „{{name}}“ entsperrt',
  'tenant.sessions_ended': 'Alle Sitzungen im Mandanten „{{name}}“ beendet',
  'tenant.suspended': 'Mandant „{{name}}“ gesperrt',
  'tenant.updated': 'Einstellungen des Mandanten geändert',
  'tenant.users_migrated': 'Benutzer eines Mandanten zu einem anderen übertragen',

  'user.left': '{{email}} hat den Mandanten verlassen',
  'user.sub_account_access_given': '{{email}} Zugriff auf untergeordnete Mandanten gewährt',
  'user.sub_account_access_taken': '{{email}} den Zugriff auf untergeordnete Mandanten entzogen',
}
