// The specification's calls that the server's document may not describe yet. Each entry yields to the generated type of
// the same path as soon as there is one, and can then be deleted here.

type Enveloped<T> = {
  responses: {
    200: {
      content: {
        'application/json': { statusCode: number; succeeded: boolean; data: T; errors?: string[] | null };
      };
    };
  };
};

type Json<B> = { requestBody: { content: { 'application/json': B } } };

interface UserInfo {
  name: string;
  avatar: string;
  job: string;
  organization: string;
  location: string;
  email: string;
  introduction: string;
  personalWebsite: string;
  jobName: string;
  organizationName: string;
  locationName: string;
  phone: string;
  registrationDate: string;
  accountId: string;
  certification: string;
  role: 'user' | 'admin';
  nickname?: string;
  countryRegion?: string;
  firstPassword?: boolean;
  secondFactor?: boolean;
  mustChangePassword?: boolean;
  mustEnrolFactor?: boolean;
}

interface ProfileEdit {
  nickname?: string;
  email?: string;
  countryRegion?: string;
  area?: string;
  introduction?: string;
}

interface Session {
  id: string;
  address: string;
  agent: string;
  started: string;
  seen: string;
  ends: string;
  current: boolean;
}

interface CourseProgress {
  id: string;
  name: string;
  progress: number;
  next: string;
}

interface MenuItem {
  path?: string;
  name: string;
  meta?: { locale?: string; requiresAuth?: boolean; icon?: string; order?: number };
  children?: MenuItem[] | null;
}

interface Message {
  id: string;
  type: 'message' | 'notice' | 'todo';
  title: string;
  subTitle: string;
  avatar: string;
  content: string;
  time: string;
  messageType?: 0 | 1 | 2 | 3;
  status: 0 | 1;
}

/** Paths of the contract, in the form that the generator writes. */
export interface PendingPaths {
  '/api/Identity/connect/token': {
    post: {
      requestBody: {
        content: {
          'application/x-www-form-urlencoded': {
            client_id: string;
            client_secret: string;
            grant_type: string;
            scope: string;
          };
        };
      };
      responses: { 200: { content: { 'application/json': { access_token: string } } } };
    };
  };
  '/api/Students/Students/Login': {
    post: Json<{ phoneNumber: string; password: string; factorCode?: string }> &
      Enveloped<{ id: string; name: string }>;
  };
  '/api/Students/Students/GetStudentInfoOutput': { get: Enveloped<Record<string, unknown>> };
  '/api/user/info': { get: Enveloped<UserInfo>; patch: Json<ProfileEdit> & Enveloped<UserInfo> };
  '/api/user/password': { put: Json<{ oldPassword: string; newPassword: string }> & Enveloped<null> };
  '/api/user/sessions': { get: Enveloped<Session[]> };
  '/api/user/sessions/{session}': { delete: { parameters: { path: { session: string } } } & Enveloped<null> };
  '/api/user/factor': { post: Json<{ password: string }> & Enveloped<{ secret: string; url: string }> };
  '/api/user/factor/confirm': { post: Json<{ code: string }> & Enveloped<{ recoveryCodes: string[] }> };
  '/api/user/factor/remove': { post: Json<{ password: string; code: string }> & Enveloped<null> };
  '/api/student/export': { get: { responses: { 200: { content: { 'application/json': unknown } } } } };
  '/api/courses': { get: Enveloped<CourseProgress[]> };
  '/api/user/logout': { post: Enveloped<null> };
  '/api/user/menu': { post: Enveloped<MenuItem[]> };
  '/api/message/list': { post: Enveloped<Message[]> };
  '/api/message/read': { post: Json<{ ids: string[] }> & Enveloped<boolean> };
}
