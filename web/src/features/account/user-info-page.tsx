/** The user centre. */
export function UserInfoPage() {
  return <section data-page="user-info" />;
}
