/** Basic info, security, certification. */
export function UserSettingPage() {
  return <section data-page="user-setting" />;
}
